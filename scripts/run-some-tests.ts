import { findChromium } from './find-chromium.ts';
import { runStep } from './gate/steps.ts';

/**
 * Runs the named tests instead of the whole gate, retrying nothing: journeys if a file of `e2e` is named, unit and API tests
 * otherwise. Other arguments go to Playwright or Vitest. Returns whether all passed.
 */
export async function runSomeTests(args: readonly string[]): Promise<boolean> {
  const isJourney = args.some((arg) => arg.startsWith('e2e/'));
  const command = isJourney
    ? ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list', ...args]
    : ['vitest', 'run', ...args];
  const env = isJourney ? { CHROMIUM_PATH: findChromium() } : {};
  return (await runStep({ name: isJourney ? 'journeys' : 'units and API', command, env }, true)).isPassed;
}
