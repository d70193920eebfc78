import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../platform/database/embedded-postgres.ts';
import { migrateDatabase } from '../../../platform/database/migrate.ts';
import { jpegOf } from '../../../testing/photos.ts';
import { clientOf } from '../../../testing/upload-client.ts';
import { auditStorage } from '../storage-audit/index.ts';
import { serveUploads } from './serve-uploads.fixture.ts';

let dataDir: string;
let postgres: EmbeddedPostgres;
let node: Awaited<ReturnType<typeof serveUploads>>;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-backend-'));
  postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }), durable: false });
  await migrateDatabase(postgres.url);
  node = await serveUploads({ databaseUrl: postgres.url, dataDir, storageUrl: null });
});
afterAll(async () => {
  await node.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** PostgreSQL then ends every connection and replays its log: what was not in it never happened. */
async function killBackend() {
  const backend = await node.db.connection().execute(async (db) => {
    const { pid } = await db
      .selectNoFrom((eb) => eb.fn<number>('pg_backend_pid', []).as('pid'))
      .executeTakeFirstOrThrow();
    return pid;
  });
  process.kill(backend, 'SIGKILL');
}

/** Like a client that repeats a call until the database is back. */
const eventually = <Result>(call: () => Promise<Result>) =>
  vi.waitFor(call, { timeout: 20_000, interval: 100 });

describe('after kill -9 of a backend of the database', () => {
  test.each([1, 2, 3])('no open upload is lost, and nothing is left behind (%i)', async () => {
    const client = clientOf(node.address);
    const bytes = jpegOf(60_000);
    const halfSent = await client.create(bytes.length);
    expect((await client.patch(halfSent, 0, bytes.subarray(0, 30_000))).status).toBe(204);
    const [created, sent] = await Promise.all([client.create(bytes.length), client.send(bytes)]);
    await killBackend();
    const offsetOf = (url: string) =>
      eventually(async () => {
        const answer = await client.call('HEAD', url);
        expect(answer.status).not.toBe(503);
        return answer.headers.get('upload-offset');
      });
    expect(await offsetOf(created)).toBe('0');
    expect(await offsetOf(halfSent)).toBe('30000');
    expect(await offsetOf(sent)).toBe('60000');
    expect((await client.patch(created, 0, bytes)).status).toBe(204);
    expect((await client.patch(halfSent, 30_000, bytes.subarray(30_000))).status).toBe(204);
    for (const url of [created, halfSent, sent]) expect((await client.commit(url)).status).toBe(200);
    const { findings } = await auditStorage({ databaseUrl: postgres.url, objects: node.objects });
    expect(findings).toEqual([]);
  });
});
