import { startStopwatch } from '../../../apps/server/src/platform/clock.ts';
import { startDatabaseProxy } from '../../../apps/server/src/platform/testing/fault-proxy.ts';
import { endSessions, openPushSocket, registerCustomer } from './customer.ts';
import type { Installation, Node } from './installation.ts';
import { type Stage, within } from './stage.ts';

/** As the operators' documentation has it. */
const NEWS_MS = 20_000;
const ALBUM = { method: 'POST', body: '{"name":"Summer"}' };

type Cast = { installation: Installation; pooled: string; other: Node };

/**
 * The network drops a node's direct connections without a word, as firewalls do: nothing arrives any more, and nobody says so. What
 * another node does arrives again once the node has noticed, and sessions that ended meanwhile are over.
 */
export async function proveHalfOpen(stage: Stage, { installation, pooled, other }: Cast): Promise<void> {
  const network = await startNetwork(stage, installation.database.url);
  const node = await installation.startNode({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: network.url });
  const [mia, ben] = [await registerCustomer(installation.url), await registerCustomer(installation.url)];
  const screen = await openPushSocket(node.url, mia.authorization);
  const ended = await openPushSocket(node.url, ben.authorization);
  network.drop();
  stage.say('the direct connections of a node were cut half-open');
  const elapsed = startStopwatch();
  await endSessions(other.url, ben);
  const headers = { authorization: mia.authorization, 'content-type': 'application/json' };
  const closing = within(NEWS_MS, () => ended.closedWith() === 4401);
  const isPushed = await within(NEWS_MS, async () => {
    await fetch(`${other.url}/api/photo-management/albums`, { ...ALBUM, headers });
    return screen.received.join().includes('albums-changed');
  });
  const seconds = (elapsed() / 1_000).toFixed(1);
  stage.prove(isPushed, `after ${seconds} s what another node did was pushed to its screens again`);
  stage.prove(await closing, 'a session that was ended meanwhile closed the screen there');
  screen.close();
  await installation.retire(node);
}

/** A way to the database on which connections can be dropped; those made afterwards work. */
async function startNetwork(stage: Stage, databaseUrl: string) {
  let present = { isDropped: false };
  function pass() {
    const own = present;
    return (bytes: Buffer) => (own.isDropped ? Buffer.alloc(0) : bytes);
  }
  const { url, stop } = await startDatabaseProxy(databaseUrl, { pass });
  stage.onEnd(async () => stop());
  return {
    url,
    drop(): void {
      present.isDropped = true;
      present = { isDropped: false };
    },
  };
}
