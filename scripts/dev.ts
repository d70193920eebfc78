import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writePseudoBrands } from './texts/pseudo.ts';

/**
 * `npm run dev`: the server on PORT, restarted when its sources change, and Vite's server with hot reload on WEB_PORT, which
 * serves the web app and passes every other address on. Open the latter. It starts when the former answers. With `--pseudo` the
 * demo's brands have accented texts in longer words, as translations may be.
 */
const { values } = parseArgs({ options: { pseudo: { type: 'boolean', default: false } } });
const serverPort = process.env.PORT || '3000';
const webPort = process.env.WEB_PORT || '5173';
const server = `http://127.0.0.1:${serverPort}`;
const SOURCES = ['--watch-path=apps/server/src', '--watch-path=packages/contracts/src'];
const FLAGS = ['--disable-warning=ExperimentalWarning', ...SOURCES, '--watch-preserve-output'];

const halves: ChildProcess[] = [];
let isStopping = false;
const stop = (signal: NodeJS.Signals) => {
  isStopping = true;
  for (const half of halves) half.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));

/** Neither half is useful without the other. */
function startHalf(args: string[], cwd: string, env: NodeJS.ProcessEnv): void {
  const half = spawn(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
  half.once('exit', () => {
    if (!isStopping) stop('SIGTERM');
  });
  halves.push(half);
}

async function isServerUp(): Promise<boolean> {
  return fetch(`${server}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );
}

const brands = path.resolve(process.env.DATA_DIR || '.data', 'pseudo-brands');
startHalf([...FLAGS, 'apps/server/src/main.ts', '--without-web-app'], '.', {
  PORT: serverPort,
  PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${webPort}`,
  CHANNELS_FILE: values.pseudo ? writePseudoBrands(brands) : process.env.CHANNELS_FILE,
});
while (!isStopping && !(await isServerUp())) await pause(200);
if (!isStopping)
  startHalf(['../../node_modules/vite/bin/vite.js', '--port', webPort, '--strictPort'], 'apps/web', {
    SERVER_URL: server,
  });
await Promise.all(halves.filter(isRunning).map((half) => once(half, 'exit')));

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
