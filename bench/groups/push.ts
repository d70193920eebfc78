import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { PUSH_OK, PUSH_SOCKET_PATH } from '@keepsake/contracts/push';
import { WebSocket } from 'ws';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { NOBODY, newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { push } from '../../apps/server/src/platform/push.ts';
import { type ServerNode, startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { residentMegabytes } from '../harness/process-tree.ts';
import { inParallel, percentile } from '../harness/rounds.ts';

/** Each gets one message. */
const SOCKETS = 2_000;
/** Messages per second: fifty phones sending two photos per second. */
const RATE = 100;
/** Number of sockets opened concurrently. */
const CONCURRENCY = 50;
/** Time until memory that was only needed to open the sockets is released, in milliseconds. */
const SETTLE_MS = 5_000;

/** Time from the commit of a transaction to the customer's socket while 2,000 sockets are open, and the memory per socket. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('push');
  const database = await environment.createDatabase();
  const node = await environment.serve(database, { TRUST_PROXY: 'loopback' });
  // Warms up code and heap before the memory is read for the first time.
  const closeFirst = await openSockets(node, newCustomers(200), () => undefined);
  closeFirst();
  await pause(SETTLE_MS);
  const before = await residentMegabytes(node.pid);

  const customers = newCustomers(SOCKETS);
  const sent = new Map<CustomerId, number>();
  const times: number[] = [];
  const arrived = Promise.withResolvers<void>();
  const close = await openSockets(node, customers, (customerId) => {
    times.push(performance.now() - (sent.get(customerId) ?? Number.NaN));
    if (times.length === SOCKETS) arrived.resolve();
  });
  await pause(SETTLE_MS);
  const kilobytes = (((await residentMegabytes(node.pid)) - before) * 1_000) / SOCKETS;
  await pushToAll(database.db, customers, (customerId) => sent.set(customerId, performance.now()));
  await arrived.promise;
  close();
  const name = `commit to socket, ${SOCKETS} sockets`;
  return [
    figure(`${name}, p50`, percentile(times, 50), 'ms', { atMost: 20 }),
    figure(`${name}, p99`, percentile(times, 99), 'ms', { atMost: 100 }),
    figure('memory of a socket', kilobytes, 'kB', { atMost: 64 }),
  ];
}

const newCustomers = (length: number) => Array.from({ length }, () => newCustomerId());

/** One authenticated socket per customer, each with its own client address, as behind a proxy; returns what closes them. */
async function openSockets(
  node: ServerNode,
  customers: readonly CustomerId[],
  onMessage: (customerId: CustomerId) => void,
): Promise<() => void> {
  const url = node.address.replace('http', 'ws') + SERVICE_PATHS.push + PUSH_SOCKET_PATH;
  const sockets: WebSocket[] = [];
  await inParallel(CONCURRENCY, customers.length, async (at) => {
    const customerId = customers[at] ?? NOBODY;
    const { token } = await node.signIn(customerId);
    const from = `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
    const socket = new WebSocket(url, { headers: { 'x-forwarded-for': from } });
    sockets.push(socket);
    const ready = Promise.withResolvers<void>();
    socket.on('open', () => socket.send(JSON.stringify({ action: 'authenticate', token })));
    socket.on('error', ready.reject);
    socket.on('message', (data) => {
      if (String(data) === PUSH_OK) ready.resolve();
      else onMessage(customerId);
    });
    await ready.promise;
  });
  return () => {
    for (const socket of sockets) socket.terminate();
  };
}

/** Commits transactions one after the other at the given rate, each with news about a photo for one customer. */
async function pushToAll(
  db: Database,
  customers: readonly CustomerId[],
  onCommit: (customerId: CustomerId) => void,
): Promise<void> {
  const start = performance.now();
  for (const [at, customerId] of customers.entries()) {
    await pause(Math.max(0, start + (at * 1_000) / RATE - performance.now()));
    const trx = await db.startTransaction().execute();
    const photo = { uploadId: randomUUID(), imageId: randomUUID(), fileName: 'IMG.heic', bytes: 9 };
    const data = { transferId: randomUUID(), arrival: { ...photo, duplicate: false } };
    await push(trx, customerId, { type: 'phone-transfer-changed', data }, new Date());
    onCommit(customerId);
    await trx.commit().execute();
  }
}
