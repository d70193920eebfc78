import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newJpeg } from '../../apps/server/src/testing/photos.ts';
import { clientOf } from '../../apps/server/src/testing/upload-client.ts';
import { type Customer, endSessions, openPushSocket, registerCustomer } from './parts/customer.ts';
import { query } from './parts/database.ts';
import { proveHalfOpen } from './parts/half-open.ts';
import { type Installation, type Node, startInstallation } from './parts/installation.ts';
import { isAway, startLoad } from './parts/load.ts';
import { startPgbouncer } from './parts/pgbouncer.ts';
import { type Stage, within } from './parts/stage.ts';
import { proveTenNodes } from './parts/ten-nodes.ts';

const MAIN = path.resolve(import.meta.dirname, '../../apps/server/src/main.ts');
/** Connections of the pooler to the database: far fewer than the nodes have to the pooler. */
const POOL = 'default_pool_size = 8';
/** What some poolers are told to ignore, so that everything seems to work. */
const LENIENT = 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout';
const UNPREPARED = 'max_prepared_statements = 0';
const BY_STATEMENT = 'pool_mode = statement';
const PHOTOS = 5;
const SOON_MS = 10_000;

/**
 * Nodes behind pgbouncer in transaction mode: what customers do, what nodes tell each other, a pooler that crashes, connections that
 * are cut half-open, and how many connections ten nodes have.
 */
export async function drill(stage: Stage): Promise<void> {
  const installation = await startInstallation(stage);
  const direct = installation.database.url;
  const pooler = await startPgbouncer(stage, direct, [POOL]);
  const lenient = await startPgbouncer(stage, direct, [POOL, LENIENT]);
  const unprepared = await startPgbouncer(stage, direct, [POOL, UNPREPARED]);
  const byStatement = await startPgbouncer(stage, direct, [POOL, BY_STATEMENT]);
  await proveRefusals(stage, installation, { pooler, lenient, unprepared, byStatement });
  const addresses = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct };
  const nodes = [await installation.startNode(addresses), await installation.startNode(addresses)] as const;
  const mia = await registerCustomer(installation.url);
  stage.prove(true, 'a customer registered and signed in at two nodes behind the pooler');
  await proveNews(stage, nodes, mia);
  await proveCrash(stage, nodes, { mia, pooler });
  await proveLimits(stage, pooler.url);
  await proveHalfOpen(stage, { installation, pooled: pooler.url, other: nodes[1] });
  await proveRevocation(stage, nodes, mia);
  for (const node of nodes) await installation.retire(node);
  await proveTenNodes(stage);
}

type Refused = Record<'pooler' | 'lenient' | 'unprepared' | 'byStatement', { url: string }>;

/** What a pooler breaks is refused by a sentence each. */
async function proveRefusals(
  stage: Stage,
  { settings, database }: Installation,
  { pooler, lenient, unprepared, byStatement }: Refused,
) {
  const cases = [
    ['the pooler alone', { DATABASE_URL: pooler.url }, /leads to a pooler: set DATABASE_DIRECT_URL/],
    ['one that ignores parameters', { DATABASE_URL: lenient.url }, /did not arrive/],
    [
      'one that knows no prepared statements',
      { DATABASE_URL: unprepared.url, DATABASE_DIRECT_URL: database.url },
      /does not know prepared statements/,
    ],
    [
      'one in statement mode',
      { DATABASE_URL: byStatement.url, DATABASE_DIRECT_URL: database.url },
      /allows no transactions/,
    ],
  ] as const;
  for (const [what, addresses, sentence] of cases) {
    const stated = await startInVain({ ...settings, ...addresses });
    stage.prove(sentence.test(stated), `${what} is refused: ${stated}`);
  }
}

/** What a start that fails states. */
async function startInVain(settings: Record<string, string>): Promise<string> {
  const env = { ...process.env, ...settings, PORT: '0' };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stated = '';
  child.stderr.on('data', (text) => (stated += text));
  const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
  await once(child, 'close');
  clearTimeout(late);
  return stated.trim();
}

/** What the first node set for the role holds for the connections that the pooler has opened since. */
async function proveLimits(stage: Stage, pooled: string) {
  const [shown] = await query<{ statement_timeout: string }>(pooled, 'show statement_timeout');
  const limit = shown?.statement_timeout;
  stage.prove(limit === '1min', `statements through the pooler may take ${limit}`);
}

/** What the second node does arrives at a screen of the first; its photos are saved. */
async function proveNews(stage: Stage, [first, second]: readonly [Node, Node], mia: Customer) {
  const screen = await openPushSocket(first.url, mia.authorization);
  const saved = await upload(mia, [second.url, first.url]);
  stage.prove(
    saved === PHOTOS,
    `${saved} of ${PHOTOS} uploads became photos, each sent to both nodes in turn`,
  );
  const isPushed = await within(SOON_MS, () => screen.received.join().includes('photos-changed'));
  stage.prove(isPushed, 'what one node did was pushed to a screen at the other');
  screen.close();
}

/** Sends photos, each part to another node; returns how many were saved. */
async function upload(
  mia: Customer,
  urls: readonly string[],
  between?: () => Promise<void>,
): Promise<number> {
  const token = mia.authorization.replace('Bearer ', '');
  const clients = urls.map((url) => clientOf(url, mia.customerId, token));
  let saved = 0;
  for (let at = 0; at < PHOTOS; at++) {
    const [one, other] = [clients[at % clients.length], clients[(at + 1) % clients.length]];
    if (!one || !other) throw new Error('There are no nodes');
    const bytes = await newJpeg(640, 480);
    const half = bytes.length >> 1;
    const file = await one.create(bytes.length, `photo-${at}.jpg`);
    await one.patch(file, 0, bytes.subarray(0, half));
    if (at === 1) await between?.();
    await resume(other, file, bytes);
    const isSaved = await within(SOON_MS, async () => (await one.commit(file)).status === 200);
    if (isSaved) saved++;
  }
  return saved;
}

/** Asks for the offset and sends the rest, until all is there, as browsers do. */
async function resume(client: ReturnType<typeof clientOf>, file: string, bytes: Buffer): Promise<void> {
  await within(SOON_MS, async () => {
    const offset = await client.offsetOf(file);
    if (offset === bytes.length) return true;
    if (!Number.isNaN(offset)) await client.patch(file, offset, bytes.subarray(offset));
    return false;
  });
}

type Crash = { mia: Customer; pooler: Awaited<ReturnType<typeof startPgbouncer>> };

/** The pooler is killed in the middle of uploads and of other calls, and comes back. */
async function proveCrash(stage: Stage, nodes: readonly [Node, Node], { mia, pooler }: Crash) {
  // Not by the balancer, which answers nobody while no node is ready.
  const { url } = nodes[0];
  const headers = { authorization: mia.authorization };
  const load = startLoad(() => fetch(`${url}/api/photo-management/photos`, { headers }));
  const saved = await upload(
    mia,
    nodes.map((node) => node.url),
    async () => {
      await pooler.kill();
      stage.say('the pooler was killed in the middle of an upload');
      await pause(1_000);
      await pooler.start();
    },
  );
  const { calls, failed } = await load.stop();
  stage.prove(saved === PHOTOS, `${saved} of ${PHOTOS} uploads became photos all the same`);
  const other = failed.filter((failure) => !isAway(failure));
  stage.prove(
    other.length === 0,
    `of ${calls} calls meanwhile ${failed.length} got 503, and none another error${other}`,
  );
  const answer = await mia.read('/photo-management/photos');
  stage.prove(answer.ok, 'afterwards calls succeed');
}

/** A session that is ended at the second node ends at the first. */
async function proveRevocation(stage: Stage, [first, second]: readonly [Node, Node], mia: Customer) {
  const screen = await openPushSocket(first.url, mia.authorization);
  await endSessions(second.url, mia);
  const isClosed = await within(SOON_MS, () => screen.closedWith() === 4401);
  stage.prove(isClosed, 'a session ended at one node closed the screen at the other');
}
