import { findChromium } from './find-chromium.ts';
import { RESULT_FILES } from './gate/results.ts';
import { runStep } from './gate/steps.ts';
import { summarize } from './gate/summary.ts';
import { verify } from './gate/verify-steps.ts';
import { runSomeTests } from './run-some-tests.ts';

/**
 * `npm test`: verify, then the journeys in a real browser; the whole gate, for CI. On a busy machine one of thousands of tests
 * may fail by chance: it is retried once, and named at the end. With arguments, only the named tests.
 */
const RETRIES = 1;
const named = process.argv.slice(2);
if (named.length > 0) process.exit((await runSomeTests(named)) ? 0 : 1);
const results = await verify(RETRIES);
try {
  const journeys = {
    name: 'journeys',
    command: [
      ...['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
      ...[`--retries=${RETRIES}`, '--reporter=list,json'],
    ],
    env: { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: RESULT_FILES.journeys },
  };
  results.push(await runStep(journeys, true));
} catch (error) {
  console.error((error as Error).message);
  results.push({ name: 'journeys', isPassed: false });
}
summarize(results);
