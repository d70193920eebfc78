import { setTimeout as pause } from 'node:timers/promises';
import { newJpeg } from '../../../apps/server/src/testing/photos.ts';
import { clientOf } from '../../../apps/server/src/testing/upload-client.ts';
import { type Customer, registerCustomer } from './customer.ts';
import { startDatabase } from './database.ts';
import { type Installation, startInstallation } from './installation.ts';
import { type LoadResult, startLoad } from './load.ts';
import { startPgbouncer } from './pgbouncer.ts';
import type { Stage } from './stage.ts';
import { watchConnections } from './watch-database.ts';

const WORKERS = 3;
const WEB_NODES = 7;
/** As many of them start while customers call. */
const LATE = 2;
/** As the operators' documentation has it. */
const POOL = 'default_pool_size = 40';
const MAX_CONNECTIONS = 60;
const CUSTOMERS = 6;
/** Calls of each customer at a time: together more than the pooler has connections. */
const READING = 6;
const WRITING = 4;
/** How long customers call while all nodes are there. */
const LOAD_MS = 10_000;
const ALBUM = { method: 'POST', body: '{"name":"Summer"}' };

/** Ten nodes that share a pooler start, some while customers call, and have few connections at the database. */
export async function proveTenNodes(stage: Stage): Promise<void> {
  const installation = await startInstallation(stage, {}, () => startDatabase(stage, 'of-ten-nodes'));
  const { url } = installation.database;
  const pooler = await startPgbouncer(stage, url, [POOL]);
  const connections = await watchConnections(url);
  const addresses = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url };
  const webNodes: string[] = [];
  async function startWebNodes(count: number): Promise<void> {
    for (let started = 0; started < count; started++)
      webNodes.push((await installation.startNode({ ...addresses, ROLE: 'web' })).url);
  }
  stage.say(`starting ${WORKERS} workers and ${WEB_NODES} web nodes`);
  for (let started = 0; started < WORKERS; started++)
    await installation.startNode({ ...addresses, ROLE: 'worker' });
  await startWebNodes(WEB_NODES - LATE);
  const loads = await startCustomers(installation, webNodes);
  stage.say(`${CUSTOMERS} customers read, create albums and upload photos; ${LATE} nodes are still to start`);
  await startWebNodes(LATE);
  await pause(LOAD_MS);
  const { calls, failed } = sum(await Promise.all(loads.map((load) => load.stop())));
  const highest = await connections.stop();
  stage.prove(
    highest <= MAX_CONNECTIONS,
    `${WORKERS + WEB_NODES} nodes had at most ${highest} connections at the database, counted every 100 ms from the first start on`,
  );
  stage.prove(failed.length === 0, `none of ${calls} calls of ${CUSTOMERS} customers failed ${failed}`);
}

/** Not by the balancer, which answers nobody while ten nodes on two cores are late with the answers to its probes. */
async function startCustomers({ url }: Installation, webNodes: readonly string[]) {
  let turn = 0;
  const nextNode = () => webNodes[turn++ % webNodes.length] ?? '';
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => registerCustomer(url)));
  return customers.flatMap((customer) => startCalls(customer, nextNode));
}

/** What a customer does all the time: pages of photos, albums, and photos whose thumbnails the workers make. */
function startCalls({ customerId, authorization }: Customer, nextNode: () => string) {
  const headers = { authorization, 'content-type': 'application/json' };
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${nextNode()}/api/photo-management/${path}`, { ...init, headers });
  async function upload(): Promise<Response> {
    const client = clientOf(nextNode(), customerId, authorization.replace('Bearer ', ''));
    const { status } = await client.commit(await client.send(await newJpeg(320, 240)));
    return new Response(null, { status });
  }
  return [
    startLoad(() => call('photos'), { inParallel: READING }),
    startLoad(() => call('albums', ALBUM), { inParallel: WRITING }),
    startLoad(upload, { inParallel: 1 }),
  ];
}

const sum = (results: readonly LoadResult[]) => ({
  calls: results.reduce((total, { calls }) => total + calls, 0),
  failed: results.flatMap(({ failed }) => failed),
});
