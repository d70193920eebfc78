import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startChild } from '../harness/child-process.ts';
import { startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { median, paired } from '../harness/rounds.ts';
import type { Receivers } from '../processes/receive-callbacks.ts';
import type { Sending, Sent } from '../processes/send-callbacks.ts';

const RECEIVING = new URL('../processes/receive-callbacks.ts', import.meta.url);
const SENDING = new URL('../processes/send-callbacks.ts', import.meta.url);
const CUSTOMERS = 20;
const EACH = 10;
const ROUNDS = 3;

/** Callbacks compared with plain posts with one row each, and with themselves while one receiver takes ten seconds per answer. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('callbacks');
  const database = await environment.createDatabase();
  const args = [String(CUSTOMERS + 1)];
  await using receiving = await startChild<Receivers>(RECEIVING, { args, execArgv: [] });
  const [url = '', ...urls] = receiving.ready.urls;
  const trusted = path.join(database.dataDir, 'receiver.pem');
  await writeFile(trusted, receiving.ready.cert);
  const env = { NODE_EXTRA_CA_CERTS: trusted };
  await using sending = await startChild(SENDING, { args: [database.url], env, execArgv: [] });
  const rateOf = async (what: Sending) => (CUSTOMERS * EACH) / (await sending.ask<Sent>(what)).seconds;
  const bare = { what: 'bare', url, count: CUSTOMERS * EACH } as const;
  const callbacks = { what: 'callbacks', urls, each: EACH } as const;
  const rates = await paired(
    {
      bare: () => rateOf({ ...bare, keepsAlive: false }),
      bareKeepAlive: () => rateOf({ ...bare, keepsAlive: true }),
      callbacks: () => rateOf(callbacks),
    },
    ROUNDS,
  );
  // Last, because the callbacks to the slow receiver are still queued afterwards.
  const besideSlow = await rateOf({ ...callbacks, slowUrl: `${url}/slow` });
  return [
    figure('callbacks beside bare posts', rates.callbacks, '/s', {
      beside: rates.bare,
      atLeast: 0.5,
      note: 'node:https, a connection each, and one row',
    }),
    figure('callbacks beside bare posts on kept connections', rates.callbacks, '/s', {
      beside: rates.bareKeepAlive,
      note: 'the same posts, all to one receiver',
    }),
    figure('callbacks of others while one receiver takes 10 s each', besideSlow, '/s', {
      beside: median(rates.callbacks),
      atLeast: 0.5,
      note: `${CUSTOMERS} customers, ${EACH} callbacks each`,
    }),
  ];
}
