import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { ExportSummary, PhotoExport, ProblemBody, PushMessage, ReadyExport } from '@keepsake/contracts';
import { sql } from 'kysely';
import pino from 'pino';
import { openDatabase } from '../../../platform/database/database.ts';
import { createServer } from '../../../platform/http/create-server.ts';
import { mountRoutes } from '../../../platform/http/mount-routes.ts';
import { runJobs } from '../../../platform/jobs/run-jobs.ts';
import { sendMailTask } from '../../../platform/mail.ts';
import { createObjectStore } from '../../../platform/objects/storage.ts';
import { createPushHub } from '../../../platform/push.ts';
import { createTestDatabase } from '../../../platform/testing/test-database.ts';
import { createTestTokens } from '../../../platform/testing/test-tokens.ts';
import { addPhoto } from '../photos/index.ts';
import { createTestDeps } from './exports-deps.fixture.ts';
import { createExports } from './index.ts';

type AnyBody = Omit<ReadyExport, 'status'> & {
  status: PhotoExport['status'];
  code: ProblemBody['code'];
  url: string;
  items: ExportSummary[];
};
/** In memory on Linux: on a disk, reading holes of a file takes as long as reading data. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

type Facts = { name?: string; takenAt?: string | null; content?: Uint8Array };

/** The exports module on its own database, folder and port; jobs run when a test calls `work`. */
export async function startExports(settings: { chunkBytes?: number; exportsPerDay?: number } = {}) {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(PLACE, 'keepsake-exports-'));
  const log = pino({ level: 'silent' });
  const { db, pool, close } = openDatabase({ url: database.url, maxConnections: 8, log });
  const objects = createObjectStore({ storageUrl: null, dataDir });
  const tokens = await createTestTokens();
  const hub = await createPushHub({ url: database.url, log });
  const clock = { now: new Date('2026-06-15T10:00:00Z') };
  const deps = createTestDeps({ db, objects, clock: () => clock.now, ...settings });
  const exports = createExports(deps);
  const mailTask = sendMailTask({ db, smtpUrl: null, from: 'k@example.com', clock: () => clock.now });
  const http = await createServer({
    log,
    trustProxy: null,
    policySources: { connectOrigins: [], secureTransport: false },
    requestsPerMinute: 100_000,
  });
  mountRoutes(http, exports.routes, tokens.verifyToken);
  exports.mount(http);
  const address = await http.listen({ host: '127.0.0.1', port: 0 });

  async function call(customerId: string, method: string, url: string, body?: object) {
    const authorization = `Bearer ${await tokens.tokenFor(customerId)}`;
    const headers = { authorization, ...(body ? { 'content-type': 'application/json' } : {}) };
    const answer = await fetch(`${address}/api/photo-exports${url}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as AnyBody };
  }
  const waitingJobs = async () => {
    const { rows } = await sql<{ task_identifier: string }>`select task_identifier from graphile_worker.jobs
      where task_identifier in ('lay-out-export', 'send-mail', 'check-exports') and attempts < max_attempts
      and run_at <= now()`.execute(db);
    return rows.length;
  };
  /** Runs pending jobs with n workers. */
  async function work(workers = 1) {
    const tasks = [...exports.tasks, mailTask];
    const start = () => runJobs({ db, pool, tasks, crontab: '', concurrency: 2, log });
    const runners = await Promise.all(Array.from({ length: workers }, start));
    while ((await waitingJobs()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await Promise.all(runners.map((runner) => runner.stop()));
  }

  return {
    db,
    deps,
    dataDir,
    databaseUrl: database.url,
    objects,
    clock,
    address,
    call,
    work,
    run: (name: string, payload: object = {}, attempt = { attempt: 1, maxAttempts: 8 }) =>
      exports.tasks.find((task) => task.name === name)?.handle(payload, attempt),
    /** Requests an export, runs its jobs and returns it. */
    async makeReady(userId: string) {
      const asked = await call(userId, 'POST', '/backups', { channel: 'pennyfern' });
      await work();
      return (await call(userId, 'GET', `/backups/${asked.body.backupId}`)).body;
    },
    async addCustomer({ channel = 'pennyfern', email = `${randomUUID()}@example.com` } = {}) {
      const userId = randomUUID();
      const facts = { identity_type: 'consumer', registered_at: clock.now };
      await db
        .insertInto('customers')
        .values({ user_id: userId, email, name: 'Anna', channel, ...facts })
        .execute();
      return userId;
    },
    /** Adds a photo with these bytes; returns its id, its content and the key of its original. */
    async add(
      userId: string,
      { name = 'a.jpg', takenAt = '2020-02-29T23:59:58', content = randomBytes(2_000) }: Facts = {},
    ) {
      const objectKey = `photos/${userId}/${randomUUID()}`;
      await objects.putBytes(objectKey, content);
      const facts = { bytes: content.byteLength, crc32: crc32(content), format: 'jpeg' as const };
      const sha256 = createHash('sha256').update(content).digest();
      const dates = { takenAt, takenOffsetMinutes: null, createdAt: clock.now, timeZone: 'UTC' };
      const photo = { userId, uploadId: randomUUID(), fileName: name, objectKey, sha256, ...facts, ...dates };
      const { photoId } = await db.transaction().execute((trx) => addPhoto(trx, photo));
      return { photoId, objectKey, sha256: sha256.toString('hex') };
    },
    /** Adds a photo of n zeros, as a sparse file. */
    async addZeros(userId: string, name: string, bytes: number) {
      const [objectKey, file] = [`photos/${userId}/${randomUUID()}`, path.join(dataDir, randomUUID())];
      await writeFile(file, '');
      await truncate(file, bytes);
      await objects.putFile(objectKey, file);
      const sha256 = createHash('sha256').update(objectKey).digest();
      const facts = { bytes, crc32: crc32OfZeros(bytes), format: 'jpeg' as const, sha256 };
      const dates = { takenAt: null, takenOffsetMinutes: null, createdAt: clock.now, timeZone: 'UTC' };
      const photo = { userId, uploadId: randomUUID(), fileName: name, objectKey, ...facts, ...dates };
      await db.transaction().execute((trx) => addPhoto(trx, photo));
    },
    /** An album of photos, created at the given moment: exports list the oldest first. */
    async addAlbum(userId: string, name: string, photoIds: readonly string[], createdAt = clock.now) {
      const albumId = randomUUID();
      const dates = { created_at: createdAt, updated_at: createdAt };
      await db
        .insertInto('albums')
        .values({ user_id: userId, id: albumId, name, photos_count: photoIds.length, ...dates })
        .execute();
      await sql`insert into album_photos (user_id, album_id, photo_owner_id, photo_id, created_order, taken_order, added_at)
        select user_id, ${albumId}, user_id, id, created_order, taken_order, ${createdAt} from photos
        where user_id = ${userId} and id = any(${photoIds}::uuid[])`.execute(db);
      return albumId;
    },
    deletePhotos: (userId: string, photoIds: readonly string[]) =>
      sql`delete from photos where user_id = ${userId} and id = any(${photoIds}::uuid[])`.execute(db),
    requestExport: exports.requestExport,
    /** Push messages of a customer from now on. */
    listen(userId: string) {
      const heard: PushMessage[] = [];
      hub.subscribe(userId, (text) => heard.push(JSON.parse(text)));
      return heard;
    },
    deleteJobs: () => sql`delete from graphile_worker._private_jobs`.execute(db),
    mails: () => db.selectFrom('outbox_mails').selectAll().orderBy('created_at').execute(),
    /** Saves a chunk to a sparse file, so that gigabytes of zeros take no space. */
    async download(userId: string, backupId: string, iteration: number) {
      const { body } = await call(userId, 'GET', `/backups/${backupId}/chunks/${iteration}/url`);
      const answer = await fetch(address + body.url);
      const file = path.join(dataDir, `${randomUUID()}.zip`);
      const handle = await open(file, 'w');
      let at = 0;
      for await (const chunk of answer.body ?? []) {
        if (!ZEROS.subarray(0, chunk.length).equals(chunk)) await handle.write(chunk, 0, chunk.length, at);
        at += chunk.length;
      }
      await handle.truncate(at);
      await handle.close();
      return { file, bytes: at, url: address + body.url, answer };
    },
    async stop() {
      await http.close();
      await hub.close();
      await close();
      await objects.close();
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}

export type ExportsWorld = Awaited<ReturnType<typeof startExports>>;

const ZEROS = Buffer.alloc(1024 * 1024);

const known = new Map<number, number>();
function crc32OfZeros(bytes: number): number {
  let value = known.get(bytes) ?? 0;
  if (value !== 0) return value;
  for (let left = bytes; left > 0; left -= ZEROS.length)
    value = crc32(ZEROS.subarray(0, Math.min(left, ZEROS.length)), value);
  known.set(bytes, value);
  return value;
}
