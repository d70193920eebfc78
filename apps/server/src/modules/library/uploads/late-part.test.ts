import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { jpegOf } from '../../../testing/photos.ts';
import { clientOf } from '../../../testing/upload-client.ts';
import { serveUploads } from './serve-uploads.fixture.ts';
import { startUploads, type TestUploads } from './uploads.fixture.ts';

/** Two machines with a bucket; one of them falls asleep. */
let world: TestUploads;
let sleeper: Awaited<ReturnType<typeof serveUploads>>;
let sleep: { started: () => void; end: Promise<void> } | null = null;
const remove = vi.fn<ObjectStore['remove']>();

beforeAll(async () => {
  world = await startUploads({ kind: 'S3' });
  const { databaseUrl, storageUrl, dataDir, objects } = world;
  sleeper = await serveUploads({
    databaseUrl,
    storageUrl,
    dataDir: path.join(dataDir, 'sleeper'),
    wrapObjects: (own) => ({
      ...own,
      remove,
      async putFile(...put) {
        sleep?.started();
        await sleep?.end;
        await own.putFile(...put);
      },
    }),
  });
  remove.mockImplementation(objects.remove);
});
beforeEach(async () => world.objects.remove((await world.stored()).map(({ key }) => key)));
afterAll(async () => {
  await sleeper.stop();
  await world.stop();
});

/** Has the sleeper fall asleep before it stores an object; its lease expires meanwhile. */
async function fallAsleep<Answer>(request: () => Promise<Answer>) {
  const [started, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  sleep = { started: started.resolve, end: end.promise };
  const answer = request();
  await started.promise;
  await world.db
    .updateTable('uploads')
    .set({ lock_until: new Date(0) })
    .where('state', '=', 'open')
    .execute();
  return async function wakeUp(): Promise<Answer> {
    end.resolve();
    sleep = null;
    return await answer;
  };
}

const keys = async () => (await world.stored()).map(({ key }) => key);
const keysOfPhotos = async (customerId: CustomerId) =>
  (await world.photosOf(customerId)).map(({ object_key }) => object_key);

test('a part of a node that slept while another saved the photo is refused, and removed by that node', async () => {
  const bytes = jpegOf(5_000);
  const client = clientOf(world.address);
  const url = await client.create(bytes.length);
  const wakeUp = await fallAsleep(() => clientOf(sleeper.address, client.customerId).patch(url, 0, bytes));
  expect((await client.patch(url, 0, bytes)).status).toBe(204);
  expect((await client.commit(url)).status).toBe(200);
  expect((await wakeUp()).status).toBe(423);
  expect(await keys()).toEqual(await keysOfPhotos(client.customerId));
});

test('one whose node is killed when it wakes up is removed within the hour', async () => {
  const bytes = jpegOf(5_000);
  const client = clientOf(world.address);
  const url = await client.create(bytes.length);
  const wakeUp = await fallAsleep(() => clientOf(sleeper.address, client.customerId).patch(url, 0, bytes));
  await client.patch(url, 0, bytes);
  await client.commit(url);
  remove.mockRejectedValueOnce(new Error('killed'));
  await wakeUp();
  expect(await keys()).toHaveLength(2);
  world.clock.now = new Date(Date.now() + 31 * 60_000);
  await world.forgetUploads();
  world.clock.now = null;
  expect(await keys()).toEqual(await keysOfPhotos(client.customerId));
});

test('so is a file joined by a node that slept while another did', async () => {
  const bytes = jpegOf(5_000);
  const client = clientOf(world.address);
  const url = await client.create(bytes.length);
  await client.patch(url, 0, bytes.subarray(0, 2_000));
  await client.patch(url, 2_000, bytes.subarray(2_000));
  const wakeUp = await fallAsleep(() => clientOf(sleeper.address, client.customerId).commit(url));
  expect((await client.commit(url)).status).toBe(200);
  expect(await wakeUp()).toMatchObject({ status: 423, code: 'locked' });
  expect(await keys()).toEqual(await keysOfPhotos(client.customerId));
});
