import { RESULT_FILES, readPlaywright, readUnits } from './results.ts';
import type { StepResult } from './steps.ts';

/**
 * Ends a run: prints the totals of all tests as the last line, and sets the exit code. A step that failed without a failed test
 * (lint, a crash) counts as one failure.
 */
export function summarize(steps: StepResult[]): void {
  const tests = [...readUnits(), ...readPlaywright(RESULT_FILES.journeys)];
  const passed = tests.filter(({ isPassed }) => isPassed).length;
  const failedSteps = steps.filter(({ isPassed }) => !isPassed);
  const failed =
    Math.max(tests.length - passed, 0) + failedSteps.filter(({ name }) => !hasFailedTest(name)).length;
  for (const { title } of tests.filter(({ isUnsteady }) => isUnsteady))
    console.log(`Passed only at a second try: ${title}`);
  if (failedSteps.length > 0) console.log(`Failed: ${failedSteps.map(({ name }) => name).join(', ')}`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
  console.log(`${passed} passed, ${failed} failed`);
}

function hasFailedTest(step: string): boolean {
  if (step === 'units and API') return readUnits().some(({ isPassed }) => !isPassed);
  if (step === 'journeys') return readPlaywright(RESULT_FILES.journeys).some(({ isPassed }) => !isPassed);
  return false;
}
