import { findPrograms } from '../scripts/find-programs.ts';
import { runStep } from '../scripts/gate/steps.ts';

/**
 * `npm run engines -- firefox` or `webkit`: the main journeys in another engine than Chromium, outside the gate. Further
 * arguments go to Playwright, which only runs them: it can drive neither of Debian's browsers.
 */
const ENGINES: Record<string, { programs: string[]; packages: string[] }> = {
  firefox: { programs: ['firefox'], packages: ['firefox-esr'] },
  webkit: { programs: ['WebKitWebDriver', 'Xvfb'], packages: ['webkit2gtk-driver', 'xvfb'] },
};

const [name = '', ...args] = process.argv.slice(2);
const engine = ENGINES[name];
if (!engine) {
  console.error(`Name an engine: npm run engines -- ${Object.keys(ENGINES).join('|')}`);
  process.exit(2);
}
const missing = findPrograms(engine.programs, engine.packages);
if (missing.length > 0) {
  console.error(
    `This needs ${missing.join(' and ')} on the path, and could not install it: ${name} cannot be tried here.`,
  );
  process.exit(2);
}
const command = ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list', ...args];
const { isPassed } = await runStep({ name: `journeys in ${name}`, command, env: { ENGINE: name } }, true);
process.exitCode = isPassed ? 0 : 1;
