import { mkdirSync, rmSync } from 'node:fs';
import { listFailedFiles, RESULT_FILES } from './results.ts';
import { STATIC_CHECKS } from './static-checks.ts';
import { runStep, runSteps, type Step, type StepResult } from './steps.ts';

/** Maximum number of files repeated; if more fail, something is wrong. */
const MOST_FILES_AGAIN = 2;

/**
 * Everything but the journeys: types, lint, conventions, dead code, then unit and API tests with `retries` retries each. vitest
 * retries tests but not hooks: with `retries`, one or two files that failed nevertheless are repeated.
 */
export async function verify(retries = 0): Promise<StepResult[]> {
  rmSync('.keepsake', { recursive: true, force: true });
  mkdirSync('.keepsake', { recursive: true });
  const results = await runSteps(Object.values(STATIC_CHECKS).flat());
  const units = unitsStep('units and API', RESULT_FILES.units, [`--retry=${retries}`]);
  const once = await runStep(units, true);
  const failed = once.isPassed || retries === 0 ? [] : listFailedFiles();
  if (failed.length === 0 || failed.length > MOST_FILES_AGAIN) return [...results, once];
  const repeated = unitsStep('units and API, what failed once more', RESULT_FILES.unitsAgain, failed);
  const { isPassed } = await runStep(repeated, true);
  return [...results, { ...once, isPassed }];
}

function unitsStep(name: string, output: string, args: string[]): Step {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  return { name, command: ['vitest', 'run', ...args, ...reporters] };
}
