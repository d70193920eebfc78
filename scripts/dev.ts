import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * `npm run dev`: the server on PORT, restarted when its sources change, and Vite's server with hot reload on WEB_PORT, which
 * proxies everything outside the web app to the server. Open the latter.
 */
const serverPort = process.env.PORT || '3000';
const webPort = process.env.WEB_PORT || '5173';
const SOURCES = ['--watch-path=apps/server/src', '--watch-path=packages/contracts/src'];
const FLAGS = ['--disable-warning=ExperimentalWarning', ...SOURCES, '--watch-preserve-output'];

const server = spawn(process.execPath, [...FLAGS, 'apps/server/src/main.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: serverPort,
    PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${webPort}`,
  },
});
const web = spawn(
  process.execPath,
  ['../../node_modules/vite/bin/vite.js', '--port', webPort, '--strictPort'],
  {
    cwd: 'apps/web',
    stdio: 'inherit',
    env: { ...process.env, SERVER_URL: `http://localhost:${serverPort}` },
  },
);

const halves: ChildProcess[] = [server, web];
const stop = (signal: NodeJS.Signals) => {
  for (const half of halves) half.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
// Neither half is useful without the other.
await Promise.race(halves.map((half) => once(half, 'exit')));
stop('SIGTERM');
await Promise.all(
  halves
    .filter((half) => half.exitCode === null && half.signalCode === null)
    .map((half) => once(half, 'exit')),
);
