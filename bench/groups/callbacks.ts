import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sending, Sent } from '../callbacks/send.ts';
import { startEnvironment } from '../environment/start-environment.ts';
import { compared, type Figure } from '../figure.ts';

const RECEIVING = fileURLToPath(new URL('../callbacks/receive.ts', import.meta.url));
const SENDING = fileURLToPath(new URL('../callbacks/send.ts', import.meta.url));
const CUSTOMERS = 20;
const EACH = 10;
const ROUNDS = 3;

/** Callbacks compared with plain posts with one row each, and with themselves while one receiver takes ten seconds per answer. */
export async function measureCallbacks(): Promise<Figure[]> {
  const environment = await startEnvironment('callbacks');
  const children: ChildProcess[] = [];
  const start = async (file: string, args: string[], env: Record<string, string> = {}) => {
    const child = fork(file, args, { execArgv: [], env: { ...process.env, ...env } });
    children.push(child);
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${path.basename(file)} ended before it was ready`);
    });
    const [ready] = await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined);
    return { child, ready };
  };
  try {
    const databaseUrl = await environment.createDatabase('bench_callbacks');
    const receiving = await start(RECEIVING, [String(CUSTOMERS + 1)]);
    const { urls: all, cert } = receiving.ready as { urls: string[]; cert: string };
    const [url = '', ...urls] = all;
    const trusted = path.join(environment.dataDir, '..', 'receiver.pem');
    await writeFile(trusted, cert);
    const { child } = await start(SENDING, [databaseUrl], { NODE_EXTRA_CA_CERTS: trusted });
    const rateOf = async (sending: Sending) => {
      child.send(sending);
      const [{ seconds }] = (await once(child, 'message')) as [Sent];
      return (CUSTOMERS * EACH) / seconds;
    };
    const best = { bare: 0, bareKept: 0, callbacks: 0 };
    for (let round = 0; round <= ROUNDS; round++) {
      const rates = {
        bare: await rateOf({ what: 'bare', url, count: CUSTOMERS * EACH, isKept: false }),
        bareKept: await rateOf({ what: 'bare', url, count: CUSTOMERS * EACH, isKept: true }),
        callbacks: await rateOf({ what: 'callbacks', urls, each: EACH }),
      };
      if (round === 0) continue;
      best.bare = Math.max(best.bare, rates.bare);
      best.bareKept = Math.max(best.bareKept, rates.bareKept);
      best.callbacks = Math.max(best.callbacks, rates.callbacks);
    }
    // Last, because the callbacks to the slow receiver are still queued afterwards.
    const besideSlow = await rateOf({ what: 'callbacks', urls, each: EACH, slowUrl: `${url}/slow` });
    return [
      compared({
        figure: 'callbacks beside bare posts',
        unit: '/s',
        measured: best.callbacks,
        baseline: best.bare,
        atLeast: 0.5,
        note: 'node:https, a connection each, and one row',
      }),
      compared({
        figure: 'callbacks beside bare posts on kept connections',
        unit: '/s',
        measured: best.callbacks,
        baseline: best.bareKept,
        note: 'the same posts, all to one receiver',
      }),
      compared({
        figure: 'callbacks of others while one receiver takes 10 s each',
        unit: '/s',
        measured: besideSlow,
        baseline: best.callbacks,
        atLeast: 0.5,
        note: `${CUSTOMERS} customers, ${EACH} callbacks each`,
      }),
    ];
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await environment.stop();
  }
}
