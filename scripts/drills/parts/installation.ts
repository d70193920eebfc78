import { setTimeout as pause } from 'node:timers/promises';
import { startS3Server } from '../../../apps/server/src/platform/objects/testing/s3-server.ts';
import { createOwnServer } from '../../../e2e/own-server.ts';
import { startBalancer } from './balancer.ts';
import { startDatabase } from './database.ts';
import type { Stage } from './stage.ts';

export type Installation = Awaited<ReturnType<typeof startInstallation>>;
export type Node = Awaited<ReturnType<Installation['startNode']>>;

/** How long a node may migrate a large table: indexes of a million photos take minutes on a busy machine. */
const MIGRATED_MS = 600_000;
/** How long a restarted node has until the balancer uses it. */
const USED_MS = 30_000;
/** How long calls of a node that was taken out have until it is ended. */
const RETIRE_MS = 1_000;

type StartDatabase = (
  stage: Stage,
) => Promise<Pick<Awaited<ReturnType<typeof startDatabase>>, 'url' | 'query'>>;

/** A database, a bucket and a balancer; nodes are added. `given` are settings of all nodes. */
export async function startInstallation(
  stage: Stage,
  given: Record<string, string> = {},
  start: StartDatabase = startDatabase,
) {
  const database = await start(stage);
  const bucket = await startS3Server();
  stage.onEnd(bucket.stop);
  const balancer = await startBalancer(stage);
  const settings = {
    DATABASE_URL: database.url,
    STORAGE_URL: bucket.storageUrl,
    PUBLIC_URL: balancer.url,
    SECRETS_KEY: 'what-wraps-the-secrets-of-a-drill',
    DEMO: 'off',
    LOG_LEVEL: 'info',
    // All customers come from this machine.
    TRUST_PROXY: 'loopback',
    RATE_LIMIT_PER_MINUTE: '100000',
    // The balancer probes twice a second.
    DRAIN_PAUSE_SECONDS: '2',
    ...given,
  };
  return {
    database,
    bucket,
    settings,
    /** Where customers reach it. */
    url: balancer.url,
    /** Starts a node and has the balancer use it, unless it is a worker. Its sources may be another version's. */
    async startNode(more: Record<string, string> = {}, checkout?: string) {
      const node = await createOwnServer({ ...settings, ...more }, checkout);
      stage.onEnd(node.remove);
      await node.start({}, MIGRATED_MS);
      if (more.ROLE !== 'worker') await balancer.add(node.url);
      return node;
    },
    /** Takes a node out of the balancer, as an operator does with one that knows no pause before it stops, and ends it. */
    async retire(node: { url: string; remove: () => Promise<void> }): Promise<void> {
      balancer.drop(node.url);
      await pause(RETIRE_MS);
      await node.remove();
    },
    /** Waits until the balancer uses a node, such as one that was restarted. */
    async untilUsed(node: { url: string }): Promise<void> {
      const limit = AbortSignal.timeout(USED_MS);
      while (!balancer.isUsing(node.url)) {
        limit.throwIfAborted();
        await pause(100);
      }
    },
  };
}
