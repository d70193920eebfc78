import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { ExportSummary, PhotoExport, ReadyExport } from '@keepsake/contracts/library/exports';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import { sql } from 'kysely';
import type { DiskRoom } from '../../../platform/disk-room.ts';
import { runJobs } from '../../../platform/jobs/run-jobs.ts';
import { sendMailTask } from '../../../platform/mail.ts';
import { addCustomer } from '../../../testing/customers.ts';
import { addPhotoRow, addStoredPhoto } from '../../../testing/photos.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createTestDeps } from './exports-deps.fixture.ts';
import { createExports } from './index.ts';

type AnyBody = Omit<ReadyExport, 'status'> & {
  status: PhotoExport['status'];
  code: ProblemBody['code'];
  url: string;
  items: ExportSummary[];
};
/** In memory on Linux: on a disk, reading the holes of a file takes as long as reading data. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

type Details = { name?: string; takenAt?: string | null; content?: Uint8Array };

type Settings = { chunkBytes?: number; exportsPerDay?: number; room?: DiskRoom };

/** Each photo's picture is its id. */
const presentPhotos = async (photos: readonly { photoId: string }[]) =>
  photos.map(
    ({ photoId }) => ({ imageId: photoId, thumbnails: [{ id: 300, url: photoId }] }) as unknown as Photo,
  );

/** The exports module; jobs run when a test calls `work`. */
export async function startExports({ room, ...settings }: Settings = {}) {
  const hidden = new Set<CustomerId>();
  const world = await startWorld({
    parentFolder: PLACE,
    modules(parts) {
      const mailTask = sendMailTask({ ...parts, smtpUrl: null, from: 'k@example.com' });
      const objects = { ...parts.objects, room: room ?? parts.objects.room };
      const shown = { presentPhotos, isLibraryHidden: async (id: CustomerId) => hidden.has(id) };
      const deps = createTestDeps({ ...parts, objects, ...shown, ...settings });
      return [createExports(deps), { tasks: [mailTask] }];
    },
  });
  const { db, connection, objects, clock, dataDir, address, tasks, log } = world;
  const [exports] = world.modules;

  const call = (customerId: CustomerId, method: string, path: string, body?: object) =>
    world.call<AnyBody>(customerId, method, `/photo-exports${path}`, body);
  const waitingJobs = async () => {
    const { rows } = await sql<{ task_identifier: string }>`select task_identifier from graphile_worker.jobs
      where task_identifier in ('lay-out-export', 'send-mail', 'check-exports') and attempts < max_attempts
      and run_at <= now()`.execute(db);
    return rows.length;
  };
  /** Runs pending jobs with n workers. */
  async function work(workers = 1) {
    const start = () => runJobs({ db, pool: connection.pool, tasks, crons: [], concurrency: 2, log });
    const runners = await Promise.all(Array.from({ length: workers }, start));
    while ((await waitingJobs()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await Promise.all(runners.map((runner) => runner.stop()));
  }

  return {
    ...world,
    call,
    work,
    /** Customers whose library is hidden. */
    hidden,
    /** Makes photos ones that can be displayed. */
    showThumbnails: (photoIds: readonly string[]) =>
      db.updateTable('photos').set({ thumbnail_state: 'success' }).where('id', 'in', photoIds).execute(),
    /** Requests an export, runs its jobs and returns it. */
    async makeReady(customerId: CustomerId) {
      const requested = await call(customerId, 'POST', '/backups', { channel: 'pennyfern' });
      await work();
      return (await call(customerId, 'GET', `/backups/${requested.body.backupId}`)).body;
    },
    addCustomer: (details: { channel?: string; email?: string } = {}) =>
      addCustomer(db, { registeredAt: clock.now, ...details }),
    /** Adds a photo with these bytes; returns its id, the key of its original and the hash of its content in hex. */
    async add(
      customerId: CustomerId,
      { name = 'a.jpg', takenAt = '2020-02-29T23:59:58', content }: Details = {},
    ) {
      const added = await addStoredPhoto(world, customerId, { fileName: name, takenAt, content });
      return { ...added, sha256: added.sha256.toString('hex') };
    },
    /** Adds a photo of n zeros, as a sparse file. */
    async addZeros(customerId: CustomerId, name: string, bytes: number) {
      const [objectKey, file] = [`photos/${customerId}/${randomUUID()}`, path.join(dataDir, randomUUID())];
      await writeFile(file, '');
      await truncate(file, bytes);
      await objects.putFile(objectKey, file);
      await addPhotoRow(world, customerId, { fileName: name, objectKey, bytes, crc32: crc32OfZeros(bytes) });
    },
    /** An album of photos, created at the given moment: exports list the oldest first. */
    async addAlbum(customerId: CustomerId, name: string, photoIds: readonly string[], createdAt = clock.now) {
      const albumId = randomUUID();
      const dates = { created_at: createdAt, updated_at: createdAt };
      await db
        .insertInto('albums')
        .values({ user_id: customerId, id: albumId, name, photos_count: photoIds.length, ...dates })
        .execute();
      await sql`insert into album_photos (user_id, album_id, photo_owner_id, photo_id, created_order, taken_order, name_order, added_at)
        select user_id, ${albumId}, user_id, id, created_order, taken_order, name_order, ${createdAt} from photos
        where user_id = ${customerId} and id = any(${photoIds}::uuid[])`.execute(db);
      return albumId;
    },
    deletePhotos: (customerId: CustomerId, photoIds: readonly string[]) =>
      sql`delete from photos where user_id = ${customerId} and id = any(${photoIds}::uuid[])`.execute(db),
    requestExport: exports.requestExport,
    deleteJobs: () => sql`delete from graphile_worker._private_jobs`.execute(db),
    mails: () => db.selectFrom('outbox_mails').selectAll().orderBy('created_at').execute(),
    /** Saves a chunk to a sparse file, so that gigabytes of zeros take no space. */
    async download(customerId: CustomerId, backupId: string, iteration: number) {
      const { body } = await call(customerId, 'GET', `/backups/${backupId}/chunks/${iteration}/url`);
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
  };
}

export type ExportsWorld = Awaited<ReturnType<typeof startExports>>;

const ZEROS = Buffer.alloc(1024 * 1024);

const existing = new Map<number, number>();
function crc32OfZeros(bytes: number): number {
  let value = existing.get(bytes) ?? 0;
  if (value !== 0) return value;
  for (let left = bytes; left > 0; left -= ZEROS.length)
    value = crc32(ZEROS.subarray(0, Math.min(left, ZEROS.length)), value);
  existing.set(bytes, value);
  return value;
}
