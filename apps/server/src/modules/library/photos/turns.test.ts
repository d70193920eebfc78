import { randomUUID } from 'node:crypto';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/clock.ts';
import { createObjectPurge } from '../../../platform/objects/purge-objects.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { auditStorage } from '../storage-audit/audit-storage.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';

let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos();
  api.clock.now = new Date();
});
afterAll(() => api.stop());

/** Left half red, right half blue, twice as wide as high. */
const drawHalves = async () =>
  await sharp({ create: { width: 400, height: 200, channels: 3, background: '#f00' } })
    .composite([
      { input: { create: { width: 200, height: 200, channels: 3, background: '#00f' } }, left: 200, top: 0 },
    ])
    .jpeg({ quality: 95 })
    .withExif({ IFD3: { GPSLatitudeRef: 'N' }, IFD0: { ImageDescription: randomUUID() } })
    .toBuffer();

async function addShown(customerId: CustomerId): Promise<string> {
  const { photoId } = await api.add(customerId, { content: await drawHalves() });
  await api.run('make-thumbnails', { customerId, photoId });
  return photoId;
}

const turn = (customerId: CustomerId, photoIds: readonly string[], degrees: number) =>
  api.call(customerId, 'POST', '/photos/turns', { photoIds, degrees });
const runTurn = (customerId: CustomerId, photoId: string) => api.run('turn-photo', { customerId, photoId });
const read = async (customerId: CustomerId, photoId: string) =>
  (await api.get(customerId, `/photos/${photoId}`)).body as Photo;
const isQueued = async (photoId: string) => {
  const { rows } = await api.pool.query('select key from graphile_worker._private_jobs where key = $1', [
    `turn:${photoId}`,
  ]);
  return rows.length === 1;
};
const turnedKeys = async () =>
  (await Array.fromAsync(api.objects.list('turned-photos/'))).map(({ key }) => key);
/** Removes the objects that belong to nothing any more. */
const purge = async () => {
  for (const task of createObjectPurge({ ...api, clock: () => api.clock.now }).tasks ?? [])
    await task.handle({}, { attempt: 1, maxAttempts: 1 });
};
const audit = async () =>
  (await auditStorage({ databaseUrl: api.databaseUrl, objects: api.objects })).findings;

/** The colours of the smallest thumbnail, as its address shows it: in the middle of the left, top, right and bottom edge. */
async function coloursOf({ thumbnails }: Photo): Promise<string> {
  const url = thumbnails.find(({ id }) => id === 300)?.url ?? '';
  const answer = await fetch(api.address + url);
  const { data, info } = await sharp(await answer.bytes())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const edges = [
    [8, height / 2],
    [width / 2, 8],
    [width - 8, height / 2],
    [width / 2, height - 8],
  ];
  const colourAt = ([x = 0, y = 0]: number[]) => {
    const offset = (Math.floor(y) * width + Math.floor(x)) * channels;
    const [red = 0, , blue = 0] = data.subarray(offset, offset + 3);
    return Math.abs(red - blue) < 200 ? '?' : red > blue ? 'r' : 'b';
  };
  return edges.map(colourAt).join('');
}

describe('a turned photo', () => {
  test('is shown turned clockwise, in its new shape, while the original stays byte for byte', async () => {
    const customer = newCustomerId();
    const photoId = await addShown(customer);
    const before = await read(customer, photoId);
    const original = await (await fetch(api.address + before.untouchedUrl)).bytes();
    expect(before).toMatchObject({ visibleWidth: 400, visibleHeight: 200 });
    expect(await coloursOf(before)).toMatch(/^r.b.$/);

    expect(await turn(customer, [photoId], 90)).toMatchObject({ status: 200, body: { photosCount: 1 } });
    // Until the thumbnails are there, everything is as it was, and fits together.
    expect(await read(customer, photoId)).toMatchObject({ visibleWidth: 400 });
    expect((await read(customer, photoId)).turn).toBeUndefined();
    await runTurn(customer, photoId);
    const turned = await read(customer, photoId);
    expect(turned).toMatchObject({ visibleWidth: 200, visibleHeight: 400, turn: 90 });
    expect(await coloursOf(turned)).toMatch(/^.r.b$/);
    expect(turned.thumbnails.map(({ url }) => url)).not.toEqual(before.thumbnails.map(({ url }) => url));
    expect(turned.thumbhash).not.toBe(before.thumbhash);
    expect(await (await fetch(api.address + turned.untouchedUrl)).bytes()).toEqual(original);
    expect(await audit()).toEqual([]);
  });

  test('is turned further by each call, and a whole turn shows the first thumbnails and leaves none behind', async () => {
    const customer = newCustomerId();
    const photoId = await addShown(customer);
    const before = await read(customer, photoId);
    await turn(customer, [photoId], 270);
    await runTurn(customer, photoId);
    expect(await coloursOf(await read(customer, photoId))).toMatch(/^.b.r$/);
    await turn(customer, [photoId], 270);
    await runTurn(customer, photoId);
    const halfway = await read(customer, photoId);
    expect(halfway).toMatchObject({ visibleWidth: 400, visibleHeight: 200, turn: 180 });
    expect(await coloursOf(halfway)).toMatch(/^b.r.$/);
    await turn(customer, [photoId], 180);
    await runTurn(customer, photoId);
    expect(await read(customer, photoId)).toEqual(before);
    await purge();
    expect((await turnedKeys()).filter((key) => key.includes(customer))).toEqual([]);
    expect(await audit()).toEqual([]);
  });

  test('that is turned further while its thumbnails are made is shown as asked last', async () => {
    const customer = newCustomerId();
    const photoId = await addShown(customer);
    await turn(customer, [photoId], 90);
    const { borrowFile } = api.objects;
    api.objects.borrowFile = async (key) => {
      api.objects.borrowFile = borrowFile;
      await turn(customer, [photoId], 90);
      return await borrowFile(key);
    };
    await runTurn(customer, photoId);
    expect(await read(customer, photoId)).toMatchObject({ visibleWidth: 400 });
    expect((await read(customer, photoId)).turn).toBeUndefined();
    await runTurn(customer, photoId);
    expect(await read(customer, photoId)).toMatchObject({ turn: 180 });
    await purge();
    expect(await audit()).toEqual([]);
  });

  test('without its original is turned from its thumbnail', async () => {
    const customer = newCustomerId();
    const photoId = await addShown(customer);
    const { object_key: key } = await api.db
      .selectFrom('photos')
      .select('object_key')
      .where('id', '=', photoId)
      .executeTakeFirstOrThrow();
    const original = await api.objects.read(key);
    await api.objects.remove([key]);
    await turn(customer, [photoId], 90);
    await runTurn(customer, photoId);
    const turned = await read(customer, photoId);
    expect(turned).toMatchObject({ visibleWidth: 200, visibleHeight: 400, turn: 90 });
    expect(await coloursOf(turned)).toMatch(/^.r.b$/);
    await api.objects.putBytes(key, original);
  });

  test('whose thumbnails are made anew is turned anew', async () => {
    const customer = newCustomerId();
    const photoId = await addShown(customer);
    await turn(customer, [photoId], 90);
    await runTurn(customer, photoId);
    await api.db.updateTable('photos').set({ thumbnail_crc32s: null }).where('id', '=', photoId).execute();
    await api.pool.query('delete from graphile_worker._private_jobs');
    await api.run('make-thumbnails', { customerId: customer, photoId });
    expect(await read(customer, photoId)).toMatchObject({ visibleWidth: 400 });
    expect((await read(customer, photoId)).turn).toBeUndefined();
    expect(await isQueued(photoId)).toBe(true);
    await runTurn(customer, photoId);
    expect(await coloursOf(await read(customer, photoId))).toMatch(/^.r.b$/);
    await purge();
    expect(await audit()).toEqual([]);
  });

  test('is deleted with its thumbnails, and comes back turned before that', async () => {
    const customer = newCustomerId();
    const photoId = await addShown(customer);
    await turn(customer, [photoId], 90);
    await runTurn(customer, photoId);
    const turned = await read(customer, photoId);
    await api.call(customer, 'DELETE', '/photos', { photoIds: [photoId] });
    const { body } = await api.get(customer, '/photos/deleted');
    expect(body.images[0]).toMatchObject({ visibleWidth: 200, turn: 90 });
    expect(await coloursOf(body.images[0] as Photo)).toMatch(/^.r.b$/);
    expect(await audit()).toEqual([]);
    await api.call(customer, 'POST', '/photos/deleted/restore', { photoIds: [photoId] });
    expect(await read(customer, photoId)).toEqual(turned);
    await api.call(customer, 'DELETE', '/photos', { photoIds: [photoId] });
    api.clock.now = new Date(api.clock.now.getTime() + 31 * DAY_MS);
    await api.run('purge-photos', { customerId: customer });
    await purge();
    expect((await turnedKeys()).filter((key) => key.includes(customer))).toEqual([]);
    expect(await audit()).toEqual([]);
  });

  test('that is deleted for good leaves no thumbnails', async () => {
    const customer = newCustomerId();
    const photoId = await addShown(customer);
    await turn(customer, [photoId], 90);
    await runTurn(customer, photoId);
    expect(await turnedKeys()).not.toEqual([]);
    await api.photos.dropPhotos(customer, [photoId]);
    await api.run('purge-photos', { customerId: customer });
    await purge();
    expect((await turnedKeys()).filter((key) => key.includes(customer))).toEqual([]);
    expect(await audit()).toEqual([]);
  });
});

describe('turning', () => {
  test('leaves out what is not theirs, and is refused for nothing else', async () => {
    const [customer, other] = [newCustomerId(), newCustomerId()];
    const [mine, theirs] = [await addShown(customer), await addShown(other)];
    expect((await turn(customer, [theirs, mine, randomUUID()], 90)).body).toEqual({ photosCount: 1 });
    await runTurn(customer, mine);
    expect((await read(other, theirs)).turn).toBeUndefined();
    expect((await turn(customer, [theirs], 90)).status).toBe(404);
    for (const degrees of [0, 45, -90, 360, 450, '90', null])
      expect((await turn(customer, [mine], degrees as number)).status).toBe(400);
    expect((await turn(customer, [], 90)).status).toBe(400);
  });

  test('waits for thumbnails that are not made yet', async () => {
    const customer = newCustomerId();
    const { photoId } = await api.add(customer, { content: await drawHalves() });
    await turn(customer, [photoId], 90);
    await api.run('make-thumbnails', { customerId: customer, photoId });
    await runTurn(customer, photoId);
    expect(await read(customer, photoId)).toMatchObject({ visibleWidth: 200, turn: 90 });
  });

  test('without a job gets one', async () => {
    const customer = newCustomerId();
    const photoId = await addShown(customer);
    await turn(customer, [photoId], 90);
    await api.pool.query('delete from graphile_worker._private_jobs');
    await api.run('check-thumbnails', {});
    expect(await isQueued(photoId)).toBe(true);
  });
});
