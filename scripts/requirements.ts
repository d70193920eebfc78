import { readFileSync } from 'node:fs';
import { judgeRequirements, parseRequirements } from './gate/judge-requirements.ts';
import { RESULT_FILES, readPlaywright, readUnits } from './gate/results.ts';

/**
 * `npm run requirements [-- TL HDR-01 ...]`: lists the requirements without a passing test in the last run, all of them or
 * those of the given groups and ids.
 */
const wanted = process.argv.slice(2);
const tests = [...readUnits(), ...readPlaywright(RESULT_FILES.journeys)];
if (tests.length === 0) console.log('No test results yet: run "npm test" first.');
const judged = judgeRequirements(
  parseRequirements(readFileSync('docs/requirements.tsv', 'utf8')),
  tests,
).filter(({ id }) => wanted.length === 0 || wanted.some((name) => id === name || id.startsWith(`${name}-`)));
for (const { id, text, state } of judged) {
  if (state !== 'proved') console.log(`${id.padEnd(8)} ${state.padEnd(8)} ${text}`);
}
const proved = judged.filter(({ state }) => state === 'proved').length;
console.log(`${proved} of ${judged.length} requirements have a passing test and no failing one.`);
