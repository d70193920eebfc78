import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {
  deletePhotos,
  getUser,
  Photo,
  PhotoDeletion,
  PhotoPage,
  PhotosLayout,
  ProblemBody,
  ResponseOf,
} from '@keepsake/contracts';
import pino from 'pino';
import { systemClock } from '../../../platform/clock.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { createServer } from '../../../platform/http/create-server.ts';
import { mountRoutes } from '../../../platform/http/mount-routes.ts';
import { createImageProcessor } from '../../../platform/images/image-processor.ts';
import { createObjectStore } from '../../../platform/objects/storage.ts';
import { startS3Server } from '../../../platform/objects/testing/s3-server.ts';
import { createCursors } from '../../../platform/paging.ts';
import { createPushHub } from '../../../platform/push.ts';
import { createMediaSigner } from '../../../platform/signed-urls.ts';
import { createTestDatabase } from '../../../platform/testing/test-database.ts';
import { createTestTokens } from '../../../platform/testing/test-tokens.ts';
import type { NewPhoto } from './add-photo.ts';
import { addPhoto, createPhotos, createPresentPhotos } from './index.ts';

/** Whatever the API answers with: tests name the fields that they expect. */
type AnyBody = Photo &
  PhotoPage &
  PhotosLayout &
  Required<ProblemBody> &
  ResponseOf<typeof getUser> &
  ResponseOf<typeof deletePhotos> &
  PhotoDeletion;

/** The photos module on a database, a folder or bucket, and a port of its own. */
export async function startPhotos({ kind = 'files' }: { kind?: 'files' | 'S3' } = {}) {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-photos-'));
  const log = pino({ level: 'silent' });
  const { db, pool, close } = openDatabase({ url: database.url, maxConnections: 8, log });
  const s3 = kind === 'S3' ? await startS3Server() : null;
  const storageUrl = s3?.storageUrl ?? null;
  const objects = createObjectStore({ storageUrl, dataDir });
  const images = createImageProcessor({
    workers: 1,
    timeoutMs: 20_000,
    memoryLimitMb: 700,
    log,
    clock: systemClock,
  });
  const signer = createMediaSigner({ secret: 'a secret of the tests', baseUrl: '' });
  const tokens = await createTestTokens();
  const clock = { now: new Date('2026-06-15T10:00:00Z') };
  const photos = await createPhotos({
    db,
    databaseUrl: database.url,
    objects,
    images,
    cursors: createCursors('a secret of the tests'),
    signer,
    clock: () => clock.now,
    log,
    countAlbums: async () => 0,
    removeFromAlbums: async () => undefined,
    updateInAlbums: async () => undefined,
    canSeeShared: async () => false,
    isLibraryHidden: async () => false,
    presentPhotos: createPresentPhotos({ db, signer, clock: () => clock.now }),
  });
  const http = await createServer({
    log,
    trustProxy: null,
    policySources: { connectOrigins: [], secureTransport: false },
    requestsPerMinute: 100_000,
  });
  mountRoutes(http, photos.routes, tokens.verifyToken);
  photos.mount(http);
  const address = await http.listen({ host: '127.0.0.1', port: 0 });

  /** Calls the photo management API as a customer. */
  const get = (customerId: string, url: string) => call('GET', customerId, url);
  async function call(method: string, customerId: string, url: string, body?: object) {
    const authorization = `Bearer ${await tokens.tokenFor(customerId)}`;
    const headers = { authorization, ...(body ? { 'content-type': 'application/json' } : {}) };
    const init = { method, headers, body: body && JSON.stringify(body) };
    const answer = await fetch(`${address}/api/photo-management${url}`, init);
    return { status: answer.status, body: (await answer.json()) as AnyBody };
  }
  /** Adds a photo as a commit of an upload would; `content` are the bytes of its original. */
  async function add(
    userId: string,
    { content = randomBytes(64), ...photo }: Partial<NewPhoto> & { content?: Buffer },
  ) {
    const objectKey = `photos/${userId}/${randomUUID()}`;
    await objects.putBytes(objectKey, content);
    const sha256 = createHash('sha256').update(content).digest();
    const given = {
      userId,
      uploadId: randomUUID(),
      fileName: 'a.jpg',
      format: 'jpeg' as const,
      bytes: content.length,
    };
    const dates = {
      takenAt: null,
      takenOffsetMinutes: null,
      createdAt: clock.now,
      timeZone: 'Europe/London',
    };
    const row: NewPhoto = { ...given, ...dates, sha256, crc32: 1, objectKey, ...photo };
    return db.transaction().execute((trx) => addPhoto(trx, row));
  }
  /** Does the work of one job, as a worker would. */
  async function run(task: string, payload: object = {}) {
    const found = photos.tasks.find(({ name }) => name === task);
    if (!found) throw new Error(`There is no task ${task}`);
    await found.handle(payload, { attempt: 1, maxAttempts: 8 });
  }
  /** Hears what is pushed to a customer's screens from now on. */
  async function listenTo(customerId: string) {
    const hub = await createPushHub({ url: database.url, log });
    const heard: object[] = [];
    hub.subscribe(customerId, (text) => heard.push(JSON.parse(text)));
    return { heard, stop: hub.close };
  }
  return {
    db,
    databaseUrl: database.url,
    dataDir,
    storageUrl,
    call,
    run,
    listenTo,
    /** Keys of all objects. */
    stored: async () => (await Array.fromAsync(objects.list(''))).map(({ key }) => key),
    objects,
    images,
    clock,
    address,
    get,
    add,
    tasks: photos.tasks,
    async stop() {
      await http.close();
      await Promise.all([photos.close(), images.close()]);
      await close();
      await objects.close();
      await s3?.stop();
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
    pool,
  };
}

export type TestPhotos = Awaited<ReturnType<typeof startPhotos>>;
