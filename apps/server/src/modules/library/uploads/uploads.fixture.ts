import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { startWorld } from '../../../testing/start-world.ts';
import type { Quota } from '../photos/index.ts';
import { createTestUploads, serveUploads, verifyId } from './serve-uploads.fixture.ts';

type Node = Awaited<ReturnType<typeof serveUploads>>;

/** The uploads module on a database, a folder or bucket, and any number of nodes. */
export async function startUploads({
  kind = 'files',
  nodes = 1,
  quota,
}: {
  kind?: 'files' | 'S3';
  nodes?: number;
  quota?: Quota;
} = {}) {
  const world = await startWorld({
    now: null,
    storage: kind,
    verifyToken: verifyId,
    modules: (parts) => [createTestUploads({ ...parts, quota })],
  });
  const [uploads] = world.modules;
  const { databaseUrl, storageUrl, dataDir, db, objects } = world;
  const others: Node[] = [];
  for (let node = 1; node < nodes; node++) {
    const folder = storageUrl ? path.join(dataDir, `node-${node}`) : dataDir;
    others.push(
      await serveUploads({ databaseUrl, storageUrl, dataDir: folder, quota, clock: () => world.clock.now }),
    );
  }
  const children: ChildProcess[] = [];

  /** A node in a separate process, on the same data. */
  async function startChild(killAt = '') {
    const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, KILL_AT: killAt, PORT: '0' };
    const child = fork(path.join(import.meta.dirname, 'serve-uploads.fixture.ts'), {
      env: { ...env, ...(storageUrl ? { STORAGE_URL: storageUrl } : {}) },
      execArgv: [],
    });
    children.push(child);
    const [address] = (await once(child, 'message')) as [string];
    const ended = once(child, 'exit');
    return { address, ended, kill: () => child.kill('SIGKILL') && ended };
  }
  return {
    ...world,
    uploads,
    nodes: [world, ...others],
    startChild,
    spooled: () => readdir(path.join(dataDir, 'uploads')),
    /** Keys and sizes of all objects. */
    stored: () => Array.fromAsync(objects.list('')),
    photosOf: (customerId: CustomerId) =>
      db.selectFrom('photos').selectAll().where('user_id', '=', customerId).execute(),
    uploadsOf: (customerId: CustomerId) =>
      db.selectFrom('uploads').selectAll().where('user_id', '=', customerId).execute(),
    /** SHA-256 of the stored original. */
    async storedHash(key: string) {
      return sha256(await buffer(await objects.open(key)));
    },
    forgetUploads: () => uploads.tasks?.[0]?.handle({}, { attempt: 1, maxAttempts: 1 }),
    async stop() {
      for (const child of children) child.kill('SIGKILL');
      for (const node of others) await node.stop();
      await world.stop();
    },
  };
}
export type TestUploads = Awaited<ReturnType<typeof startUploads>>;

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
