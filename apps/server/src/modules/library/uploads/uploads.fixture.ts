import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startS3Server } from '../../../platform/objects/testing/s3-server.ts';
import { createTestDatabase } from '../../../platform/testing/test-database.ts';
import { serveUploads } from './serve-uploads.fixture.ts';

type Node = Awaited<ReturnType<typeof serveUploads>>;

/** The uploads module on a database, a folder or bucket, and as many nodes as asked for. */
export async function startUploads({
  kind = 'files',
  nodes = 1,
}: {
  kind?: 'files' | 'S3';
  nodes?: number;
} = {}) {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-uploads-'));
  const s3 = kind === 'S3' ? await startS3Server() : null;
  const clock = { now: null as Date | null };
  const common = { databaseUrl: database.url, storageUrl: s3?.storageUrl ?? null };
  const dataDirOf = (node: number) => (s3 ? path.join(dataDir, `node-${node}`) : dataDir);
  const running: Node[] = [];
  for (let node = 0; node < nodes; node++) {
    running.push(
      await serveUploads({ ...common, dataDir: dataDirOf(node), clock: () => clock.now ?? new Date() }),
    );
  }
  const [first] = running as [Node, ...Node[]];
  const children: ChildProcess[] = [];

  /** A node in a process of its own, on the same data. */
  async function startChild(killAt = '') {
    const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir, KILL_AT: killAt, PORT: '0' };
    const child = fork(path.join(import.meta.dirname, 'serve-uploads.fixture.ts'), {
      env: { ...env, ...(s3 ? { STORAGE_URL: s3.storageUrl } : {}) },
      execArgv: [],
    });
    children.push(child);
    const [address] = (await once(child, 'message')) as [string];
    const ended = once(child, 'exit');
    return { address, ended, kill: () => child.kill('SIGKILL') && ended };
  }
  return {
    ...first,
    databaseUrl: database.url,
    nodes: running,
    dataDir,
    clock,
    startChild,
    spooled: () => readdir(path.join(dataDirOf(0), 'uploads')),
    /** Keys and sizes of all objects. */
    stored: () => Array.fromAsync(first.objects.list('')),
    photosOf: (userId: string) =>
      first.db.selectFrom('photos').selectAll().where('user_id', '=', userId).execute(),
    uploadsOf: (userId: string) =>
      first.db.selectFrom('uploads').selectAll().where('user_id', '=', userId).execute(),
    /** SHA-256 of the original as it is stored. */
    async storedHash(key: string) {
      return sha256(await buffer(await first.objects.open(key)));
    },
    cleanUp: () => first.uploads.tasks[0]?.handle({}, { attempt: 1, maxAttempts: 1 }),
    async stop() {
      for (const child of children) child.kill('SIGKILL');
      for (const node of running) await node.stop();
      await s3?.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
export type TestUploads = Awaited<ReturnType<typeof startUploads>>;

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
