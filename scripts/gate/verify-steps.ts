import { mkdirSync, rmSync } from 'node:fs';
import { RESULT_FILES } from './results.ts';
import { runStep, runSteps, type Step, type StepResult } from './steps.ts';

const STATIC: Step[] = [
  { name: 'types of the server, the contracts and the tools', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the web app', command: ['tsc', '-p', 'apps/web'] },
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings'] },
  { name: 'conventions', command: ['node', 'scripts/conventions.ts'] },
  { name: 'dead code and dependencies', command: ['knip', '--no-progress'] },
  { name: 'code that only tests use', command: ['npm', 'run', '--silent', 'unused-in-production'] },
];

/** Everything but the journeys: types, lint, conventions, dead code, then units and API, each test once and `retries`. */
export async function verify(retries = 0): Promise<StepResult[]> {
  rmSync('.keepsake', { recursive: true, force: true });
  mkdirSync('.keepsake', { recursive: true });
  const results = await runSteps(STATIC);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULT_FILES.units}`];
  const units = { name: 'units and API', command: ['vitest', 'run', `--retry=${retries}`, ...reporters] };
  return [...results, await runStep(units, true)];
}
