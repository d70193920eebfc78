import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pino from 'pino';
import { isActiveBusinessSql } from '../../apps/server/src/modules/account/business/index.ts';
import { addEndpoint } from '../../apps/server/src/modules/exchange/event-delivery/callbacks/endpoints.fixture.ts';
import {
  createEventDelivery,
  createKeyring,
} from '../../apps/server/src/modules/exchange/event-delivery/index.ts';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { runJobs } from '../../apps/server/src/platform/jobs/run-jobs.ts';
import { inParallel } from '../harness/rounds.ts';

/** What to send: plain posts with one row each, or callbacks to customers' addresses. */
export type Sending =
  | { what: 'bare'; url: string; count: number; keepsAlive: boolean }
  | { what: 'callbacks'; urls: readonly string[]; each: number; slowUrl?: string };
/** Seconds until the last one was delivered; those to the slow address are not awaited. */
export type Sent = { seconds: number };

/** A node's default number of concurrent jobs. */
const CONCURRENCY = 6;
const SLOW_EVENTS = 50;

const [url = ''] = process.argv.slice(2);
const log = pino({ level: 'warn' });
const { db, prepared, pool } = openDatabase({ url, maxConnections: 20, log });
await pool.query(
  'create table if not exists bare_rows (id uuid primary key, status integer, sent_at timestamptz)',
);
const clock = () => new Date();
const keyring = createKeyring('a secret of the bench, which is long enough');
const outgoing = createEventDelivery({
  db,
  prepared,
  clock,
  log,
  receivers: () => ({}),
  keys: keyring,
  publicUrl: 'http://localhost',
  proxy: null,
  isLoopbackAllowed: true,
  mayReceiveSql: isActiveBusinessSql,
});
await runJobs({ db, pool, tasks: outgoing.tasks ?? [], crons: [], concurrency: CONCURRENCY, log });

const eventOf = (customerId: CustomerId) => {
  const order = { channel: 'pennyfern', orderCode: 'K-1', status: 'Sent' as const };
  return { type: 'order.status' as const, data: { customerId, ...order, since: clock().toISOString() } };
};

async function sendBare({ url: to, count, keepsAlive }: Sending & { what: 'bare' }): Promise<Sent> {
  const body = JSON.stringify({ ...eventOf(newCustomerId()), timestamp: clock().toISOString() });
  const started = performance.now();
  await inParallel(CONCURRENCY, count, async () => {
    const status = await post(to, body, keepsAlive);
    await pool.query('insert into bare_rows values ($1, $2, now())', [randomUUID(), status]);
  });
  return { seconds: (performance.now() - started) / 1_000 };
}

/** A single request; each has a connection of its own unless they are kept, as node:https does by default. */
async function post(to: string, body: string, keepsAlive: boolean): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const posted = request(to, { method: 'POST', headers, agent: keepsAlive && undefined }, (answer) => {
    answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
  });
  posted.on('error', reject).end(body);
  return promise;
}

async function sendCallbacks({ urls, each, slowUrl }: Sending & { what: 'callbacks' }): Promise<Sent> {
  const addReceiver = (to: string) => addEndpoint(db, keyring, to);
  const quick = await Promise.all(urls.map(addReceiver));
  const slow = slowUrl === undefined ? null : await addReceiver(slowUrl);
  await db.transaction().execute(async (trx) => {
    // First in the queue, where they could hold up everything after them.
    for (let at = 0; slow !== null && at < SLOW_EVENTS; at++)
      await outgoing.notifyCustomer(trx, slow, eventOf(slow));
    for (let at = 0; at < each; at++)
      for (const customerId of quick) await outgoing.notifyCustomer(trx, customerId, eventOf(customerId));
  });
  const started = performance.now();
  const isWaiting = async () => {
    const { rows } = await pool.query(
      `select exists (select from outgoing_events where user_id = any($1) and state <> 'sent') as waiting`,
      [quick],
    );
    return rows[0].waiting;
  };
  while (await isWaiting()) await wait(10);
  return { seconds: (performance.now() - started) / 1_000 };
}

process.send?.('ready');
for (;;) {
  const [sending] = (await once(process, 'message')) as [Sending];
  process.send?.(sending.what === 'bare' ? await sendBare(sending) : await sendCallbacks(sending));
}
