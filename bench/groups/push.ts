import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pino from 'pino';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { readResidentBytes } from '../../apps/server/src/platform/images/decoder-process.ts';
import { push } from '../../apps/server/src/platform/push.ts';
import { startEnvironment } from '../environment/start-environment.ts';
import { type Figure, limited } from '../figure.ts';
import { openSockets } from '../push/open-sockets.ts';
import { percentile } from '../statistics.ts';

const SOCKETS = 2_000;
const MESSAGES = 2_000;
/** Messages per second: fifty phones sending two photos per second. */
const RATE = 100;
/** Time until memory that was only needed to open the sockets is released, in milliseconds. */
const SETTLE_MS = 5_000;

/** Time from the commit of a transaction to the customer's socket while 2,000 sockets are open, and the memory per socket. */
export async function measurePush(): Promise<Figure[]> {
  const environment = await startEnvironment('push');
  try {
    const databaseUrl = await environment.createDatabase('bench_push');
    const { address, pid } = await environment.startNode(databaseUrl, { TRUST_PROXY: 'loopback' });
    const customers = Array.from({ length: SOCKETS }, () => newCustomerId());
    const sent = new Map<string, number>();
    const times: number[] = [];
    const arrived = Promise.withResolvers<void>();
    function onMessage(customerId: CustomerId) {
      times.push(performance.now() - (sent.get(customerId) ?? Number.NaN));
      if (times.length === MESSAGES) arrived.resolve();
    }
    await openSome(address, environment.tokenFor);
    const before = await residentKilobytes(pid);
    const sockets = await openSockets({ address, customers, tokenFor: environment.tokenFor, onMessage });
    await pause(SETTLE_MS);
    const kilobytes = ((await residentKilobytes(pid)) - before) / SOCKETS;
    await pushToAll(databaseUrl, { customers, sent });
    await arrived.promise;
    sockets.close();
    const figure = `commit to socket, ${SOCKETS} sockets`;
    return [
      limited({ figure: `${figure}, p50`, unit: 'ms', measured: percentile(times, 0.5), atMost: 20 }),
      limited({ figure: `${figure}, p99`, unit: 'ms', measured: percentile(times, 0.99), atMost: 100 }),
      limited({ figure: 'memory of a socket', unit: 'kB', measured: kilobytes, atMost: 64 }),
    ];
  } finally {
    await environment.stop();
  }
}

/** Warms up code and heap before the memory is read for the first time. */
async function openSome(address: string, tokenFor: (customerId: CustomerId) => Promise<string>) {
  const customers = Array.from({ length: 200 }, () => newCustomerId());
  const sockets = await openSockets({ address, customers, tokenFor, onMessage: () => undefined });
  sockets.close();
  await pause(SETTLE_MS);
}

/** Commits transactions one after the other at the given rate, each with news about a photo for one customer. */
async function pushToAll(
  databaseUrl: string,
  { customers, sent }: { customers: readonly CustomerId[]; sent: Map<string, number> },
) {
  const { db, close } = openDatabase({ url: databaseUrl, maxConnections: 4, log: pino({ level: 'warn' }) });
  const start = performance.now();
  for (const [at, customerId] of customers.entries()) {
    await pause(Math.max(0, start + (at * 1_000) / RATE - performance.now()));
    const trx = await db.startTransaction().execute();
    const arrival = {
      uploadId: randomUUID(),
      imageId: randomUUID(),
      fileName: 'IMG.heic',
      bytes: 9,
      duplicate: false,
    };
    const data = { transferId: randomUUID(), arrival };
    await push(trx, customerId, { type: 'phone-transfer-changed', data }, new Date());
    sent.set(customerId, performance.now());
    await trx.commit().execute();
  }
  await close();
}

async function residentKilobytes(pid: number): Promise<number> {
  return ((await readResidentBytes(pid)) ?? Number.NaN) / 1_024;
}
