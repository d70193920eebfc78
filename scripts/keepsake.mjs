/**
 * Entry point of every npm script. Plain JavaScript for Node 18 and newer, because on a bare machine it runs on the system's
 * Node before anything is installed: it installs what is missing, finds the pinned Node and hands over to it.
 *
 * package.json calls it with `exec`, because npm sends signals to the shell it started, which would die and leave this process
 * behind. On Windows, whose shell has no exec, call `node scripts/keepsake.mjs start` directly.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { become, explain } from './bootstrap/become.mjs';
import { ensureDependencies } from './bootstrap/dependencies.mjs';
import { findRuntime } from './bootstrap/runtime.mjs';
import { ensureWebBuild } from './bootstrap/web-build.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const COMMANDS = {
  start: 'apps/server/src/main.ts',
  dev: 'scripts/dev.ts',
  build: '',
  check: 'scripts/check.ts',
  test: 'scripts/test.ts',
  verify: 'scripts/verify.ts',
  bench: 'bench/main.ts',
  screenshots: 'e2e/screenshots.ts',
  trials: 'scripts/trials.ts',
  drill: 'scripts/drills/main.ts',
  engines: 'e2e/engines.ts',
  requirements: 'scripts/requirements.ts',
  generate: 'scripts/generate.ts',
  shape: 'scripts/shape.ts',
  texts: 'scripts/texts/main.ts',
  'complete-lockfile': 'scripts/complete-lockfile.ts',
  release: 'scripts/release.ts',
  'record-upgrade': 'e2e/record-upgrade.ts',
  keepsake: 'apps/server/src/cli/main.ts',
};
/** Static checks, which `scripts/check.ts` knows by these names. */
const CHECKS = ['typecheck', 'lint', 'conventions', 'unused', 'unused-in-production'];
/** Short names for `keepsake <command>`. */
const OPERATIONS = [
  'audit-storage',
  'import-shared-albums',
  'import-legacy-uploads',
  'reconcile',
  'retention',
];
const NEEDS_WEB = ['start', 'build', 'test', 'bench', 'screenshots', 'trials', 'engines', 'drill'];

const given = process.argv.slice(2);
const [before] =
  Object.entries({ keepsake: OPERATIONS, check: CHECKS }).find(([, names]) => names.includes(given[0])) ?? [];
const [command = 'start', ...args] = before ? [before, ...given] : given;
const script = COMMANDS[command];
if (script === undefined) {
  const existing = [...Object.keys(COMMANDS), ...CHECKS, ...OPERATIONS].join(', ');
  explain(`There is no command "${command}": choose one of ${existing}.`);
}
if (!existsSync(path.join(root, script)))
  explain(`The command "${command}" is not part of this version (${script}).`);

await ensureDependencies(root);
const runtime = findRuntime(root);
/** `npm test -- FILE` needs the web app for journeys only. */
const isOnlyUnits = command === 'test' && args.length > 0 && !args.some((arg) => arg.startsWith('e2e/'));
if (NEEDS_WEB.includes(command) && !isOnlyUnits) await ensureWebBuild(root, runtime);
if (script) become(runtime, [path.join(root, script), ...args], root);
