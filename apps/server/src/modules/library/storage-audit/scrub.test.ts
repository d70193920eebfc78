import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAllowances } from '../../../platform/allowances.ts';
import { createObjectStore } from '../../../platform/objects/storage.ts';
import { startS3Server } from '../../../platform/objects/testing/s3-server.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { newJpeg } from '../../../testing/photos.ts';
import { findContents } from '../photos/find-contents.ts';
import { startPhotos, type TestPhotos } from '../photos/photos.fixture.ts';
import { type ScrubDeps, scrubTask } from './scrub.ts';

const DAY = 24 * 3_600_000;
const customer = newCustomerId();
let api: TestPhotos;
beforeEach(async () => {
  api = await startPhotos();
});
afterEach(() => api.stop());

async function addShown() {
  const content = await newJpeg(400, 300);
  const added = await api.add(customer, { content });
  await makeThumbnails(added.photoId);
  return { ...added, content, small: `${added.objectKey}.300.jpg` };
}
const makeThumbnails = (photoId: string) => api.run('make-thumbnails', { customerId: customer, photoId });
const rowOf = (photoId: string) =>
  api.db.selectFrom('photos').selectAll().where('id', '=', photoId).executeTakeFirstOrThrow();
const isKnown = async (sha256: Buffer) =>
  (
    await findContents({ ...api, clock: () => api.clock.now, reading: createAllowances() }, customer, [
      sha256,
    ])
  ).size === 1;

type Scrubbing = Partial<Pick<ScrubDeps, 'objects'>> & { bytesPerSecond?: number };

async function scrub({ objects = api.objects, bytesPerSecond = 1_000_000 }: Scrubbing = {}) {
  const { db, fromReplica, log } = api;
  const deps = {
    db,
    fromReplica,
    objects,
    log,
    clock: () => api.clock.now,
    scrubBytesPerSecond: bytesPerSecond,
  };
  await scrubTask(deps).handle({}, { attempt: 1, maxAttempts: 3 });
}
/** Scrubs the whole library from its beginning, a month later. */
async function scrubAll(options?: Scrubbing): Promise<void> {
  api.clock.now = new Date(api.clock.now.getTime() + 31 * DAY);
  await scrub(options);
  await scrub(options);
}
async function nextRun(): Promise<Date | undefined> {
  const { rows } = await api.pool.query(
    `select run_at from graphile_worker._private_jobs where key = 'scrub-storage'`,
  );
  return rows[0]?.run_at;
}
async function rot(key: string): Promise<void> {
  const bytes = await api.objects.read(key);
  await api.objects.putBytes(key, bytes.fill(0xee, bytes.length >> 1, (bytes.length >> 1) + 4));
}

test('damaged thumbnails are made again, and the photo is shown during that', async () => {
  const { photoId, small } = await addShown();
  const before = await api.objects.read(small);
  await rot(small);
  await scrubAll();
  expect(await rowOf(photoId)).toMatchObject({ thumbnail_state: 'success', is_damaged: false });
  await makeThumbnails(photoId);
  expect(await api.objects.read(small)).toEqual(before);
  await scrubAll();
  expect((await rowOf(photoId)).thumbnail_crc32s).toHaveLength(12);
});

test('a damaged original is recorded and its photo shown; its file is requested until the original is back', async () => {
  const { photoId, objectKey, sha256, content } = await addShown();
  expect(await isKnown(sha256)).toBe(true);
  await rot(objectKey);
  await scrubAll();
  expect(await rowOf(photoId)).toMatchObject({ thumbnail_state: 'success', is_damaged: true });
  await api.objects.putBytes(objectKey, content);
  expect(await isKnown(sha256)).toBe(false);
  await scrubAll();
  expect(await isKnown(sha256)).toBe(true);
});

test('a photo is shown as failed only when neither its original nor its thumbnails are left', async () => {
  const { photoId, objectKey, small } = await addShown();
  await api.objects.remove([objectKey]);
  await scrubAll();
  expect(await rowOf(photoId)).toMatchObject({ thumbnail_state: 'success' });
  await api.objects.remove([small]);
  await scrubAll();
  expect(await rowOf(photoId)).toMatchObject({ thumbnail_state: 'failure', failure: 'ORIGINAL_MISSING' });
});

test('keeps its rate, pauses after a round, and 0 switches it off', async () => {
  await addShown();
  await scrub({ bytesPerSecond: 0 });
  expect(await nextRun()).toBeUndefined();
  await scrub({ bytesPerSecond: 1_024 });
  expect(await nextRun()).toEqual(new Date(api.clock.now.getTime() + 256_000));
  await scrub();
  const { photoId, objectKey } = await addShown();
  await rot(objectKey);
  await scrub();
  expect(await rowOf(photoId)).toMatchObject({ is_damaged: false });
});

test('an unreachable store is no damage: the job is retried', async () => {
  const { photoId } = await addShown();
  const away = async () => {
    throw new Error('away');
  };
  const objects = { ...api.objects, open: away, read: away, size: away, check: async () => 'away' };
  api.clock.now = new Date(api.clock.now.getTime() + 31 * DAY);
  await expect(scrub({ objects })).rejects.toThrow('away');
  expect(await rowOf(photoId)).toMatchObject({ thumbnail_state: 'success', is_damaged: false });
});

/** A bucket that keeps the CRC-32 of what it stores, unlike the tests' usual one, and records which objects are read. */
async function startChecksumBucket() {
  const s3 = await startS3Server();
  const stored = new Map<string, string>();
  const read: string[] = [];
  const proxy = http.createServer((request, response) => {
    const { method, url = '', headers } = request;
    const [key = ''] = url.split('?');
    const checksum = headers['x-amz-checksum-crc32'];
    if (method === 'PUT' && typeof checksum === 'string') stored.set(key, checksum);
    if (method === 'GET') read.push(key);
    const on = http.request({ port: s3.port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      const own = method === 'HEAD' && stored.has(key) ? { 'x-amz-checksum-crc32': stored.get(key) } : {};
      response.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...own });
      answer.pipe(response);
    });
    request.pipe(on);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const storageUrl = s3.addressAt((proxy.address() as AddressInfo).port);
  return {
    objects: await createObjectStore({ storageUrl, dataDir: api.dataDir }),
    read,
    /** As if the bucket had stored other bytes. */
    replaceChecksum: (end: string) => {
      for (const key of stored.keys()) if (key.endsWith(end)) stored.set(key, 'AAAAAA==');
    },
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
      await s3.stop();
    },
  };
}

test('compares the checksum of a bucket that has one instead of reading originals', async () => {
  const bucket = await startChecksumBucket();
  const content = await newJpeg(400, 300);
  const { photoId, objectKey } = await api.add(customer, { content });
  const file = path.join(api.dataDir, 'sent');
  await writeFile(file, content);
  await bucket.objects.putFile(objectKey, file);
  await scrubAll(bucket);
  expect(bucket.read).toEqual([]);
  expect(await rowOf(photoId)).toMatchObject({ is_damaged: false });
  bucket.replaceChecksum(objectKey);
  await bucket.objects.putBytes(objectKey, createHash('sha512').update(content).digest());
  bucket.replaceChecksum(objectKey);
  await scrubAll(bucket);
  expect(await rowOf(photoId)).toMatchObject({ is_damaged: true });
  await bucket.objects.close();
  await bucket.stop();
});
