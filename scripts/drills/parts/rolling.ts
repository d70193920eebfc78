import { setTimeout as pause } from 'node:timers/promises';
import { type Customer, countAlbums, registerCustomer } from './customer.ts';
import { type Installation, type Node, startInstallation } from './installation.ts';
import { startLoad } from './load.ts';
import { prepareBefore, prepareNext } from './releases.ts';
import { EXPANDING, seedRows } from './rows.ts';
import type { Stage } from './stage.ts';
import { watchLocks } from './watch-database.ts';

/** A migration may keep a customer's statement waiting for so long. */
const MAX_LOCK_MS = 1_000;
/** A release that knows no pause before it stops would cut connections that are kept open. */
const headers = { connection: 'close', 'content-type': 'application/json' };
const ALBUM = { method: 'POST', headers, body: '{"name":"Summer"}' };
/** How long customers call before and after something happens. */
const AROUND_MS = 1_000;

type Cast = { stage: Stage; installation: Installation; mia: Customer };

/**
 * Two nodes of the release before this version, or of one to come that changes a large table, and a customer who has that table's
 * rows. Both releases are there for further nodes.
 */
export async function startRolling(
  stage: Stage,
  startWith: 'before' | 'next',
  settings: Record<string, string> = {},
) {
  const before = await prepareBefore(stage);
  const next = await prepareNext(stage, EXPANDING);
  const installation = await startInstallation(stage, settings);
  const start = () => installation.startNode({}, startWith === 'before' ? before : next);
  const nodes: readonly [Node, Node] = [await start(), await start()];
  const mia = await registerCustomer(installation.url);
  await seedRows(stage, installation.database, mia.customerId);
  return { before, next, nodes, cast: { stage, installation, mia } };
}

/**
 * Carries something out while a customer reads and creates, and proves that no call failed, that everything acknowledged is there,
 * and that no statement waited for a lock for more than a second.
 */
export async function whileCustomersCall(
  { stage, installation, mia }: Cast,
  happen: () => Promise<void>,
): Promise<void> {
  const before = await countAlbums(mia);
  const locks = await watchLocks(installation.database.url);
  const reading = startLoad(() => mia.call('/photo-management/photos?limit=50', { headers }));
  const writing = startLoad(() => mia.call('/photo-management/albums', ALBUM), { inParallel: 2 });
  await pause(AROUND_MS);
  await happen();
  await pause(AROUND_MS);
  const [read, written, lockedMs] = [await reading.stop(), await writing.stop(), await locks.stop()];
  // First, because it may be why calls fail.
  stage.prove(
    lockedMs <= MAX_LOCK_MS,
    `no statement waited for a lock for more than ${Math.round(lockedMs)} ms`,
  );
  const failed = [...read.failed, ...written.failed];
  const longestMs = Math.round(Math.max(read.longestMs, written.longestMs));
  const calls = `${read.calls} that read and ${written.calls} that created`;
  stage.prove(failed.length === 0, `no call failed of ${calls}, the longest took ${longestMs} ms ${failed}`);
  const created = (await countAlbums(mia)) - before;
  stage.prove(created === written.calls, `${created} of ${written.calls} acknowledged albums are there`);
}

/** Takes a node out of the balancer, ends it, and puts another version in its place. */
export async function replace(installation: Installation, old: Node, checkout?: string): Promise<Node> {
  await installation.retire(old);
  return installation.startNode({}, checkout);
}
