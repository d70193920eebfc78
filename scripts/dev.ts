import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * `npm run dev`: the server on PORT, restarted when its sources change, and Vite's server with hot reload on WEB_PORT, which
 * serves the web app and passes every other address on. Open the latter. It starts when the former answers.
 */
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

startHalf([...FLAGS, 'apps/server/src/main.ts', '--without-web-app'], '.', {
  PORT: serverPort,
  PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${webPort}`,
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
