import { parseArgs } from 'node:util';
import { findChromium } from './find-chromium.ts';
import { runStep, type Step } from './gate/steps.ts';

/**
 * `npm run trials -- --minutes 30`: kills processes in the middle of their work until the time is over, longer than the gate
 * does and at random moments. Exit code 1 if anything was lost or duplicated.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error('Say for how many minutes: npm run trials -- --minutes 30');
  process.exit(2);
}

const env = { TRIALS: 'on', CHROMIUM_PATH: findChromium() };
const STEPS: Step[] = [
  { name: 'kills of workers', command: ['vitest', 'run', 'crash', 'recovery', 'kills.test'], env },
  { name: 'requests of all operations', command: ['vitest', 'run', 'fuzz-operations'], env },
  { name: 'figures of invoices', command: ['vitest', 'run', 'figures-agree'], env },
  {
    name: 'kills of servers and databases',
    command: [
      ...['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list'],
      ...['crash-tests', 'survives-kills', 'legacy-import', 'exports', '--grep', 'kill'],
    ],
    env,
  },
];

const endsAt = performance.now() + minutes * 60_000;
let [rounds, failed] = [0, 0];
while (performance.now() < endsAt) {
  rounds++;
  console.log(`Round ${rounds}`);
  for (const step of STEPS) if (!(await runStep(step, false)).isPassed) failed++;
}
process.exitCode = failed > 0 ? 1 : 0;
console.log(`${rounds} rounds, ${failed} failures`);
