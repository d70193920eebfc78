import { randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import sharp, { type Exif } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCustomer } from '../../../testing/customers.ts';
import { addStoredPhoto } from '../../../testing/photos.ts';
import { startAlbums, type TestAlbums } from '../albums/albums.fixture.ts';

let world: TestAlbums;
beforeAll(async () => {
  world = await startAlbums();
});
afterAll(() => world.stop());

const NOTHING_OF_OWNER = { albums: [], albumsCount: 0, orders: [], ordersCount: 0 };
/** Includes a place, which must not be shown. */
const TAGS = {
  IFD0: { Make: 'Halden', Model: 'Halden M5' },
  IFD2: { ExposureTime: '1/250', FNumber: '28/10', ISOSpeedRatings: '200', FocalLength: '35/1' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 55/1 0/1' },
};
const CAMERA = {
  make: 'Halden',
  model: 'Halden M5',
  focalLength: 35,
  fNumber: 2.8,
  exposureTime: 0.004,
  iso: 200,
};

async function addPicture(customerId: CustomerId, tags: Exif = TAGS): Promise<string> {
  const IFD0 = { ...tags.IFD0, ImageDescription: randomUUID() };
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#506070' } });
  const content = await picture
    .withExif({ ...tags, IFD0 })
    .jpeg()
    .toBuffer();
  const { photoId } = await addStoredPhoto({ ...world, clock: { now: new Date() } }, customerId, { content });
  return photoId;
}
const finish = (customerId: CustomerId, photoId: string) =>
  world.run('make-thumbnails', { customerId, photoId });
const detailsOf = (customerId: CustomerId, photoId: string) =>
  world.call(customerId, 'GET', `/photo-management/photos/${photoId}/details`);
const use = (customerId: CustomerId, photoId: string, reference: string, at: string) =>
  world.db
    .insertInto('photo_uses')
    .values({ user_id: customerId, photo_id: photoId, used_in: 'order', reference, created_at: new Date(at) })
    .execute();

test('the details of a photo have its camera once its file was read, but not its place', async () => {
  const anna = await addCustomer(world.db);
  const photoId = await addPicture(anna);
  expect((await detailsOf(anna, photoId)).body).toEqual({ camera: {}, isAwaited: true, ...NOTHING_OF_OWNER });
  await finish(anna, photoId);
  expect((await detailsOf(anna, photoId)).body).toEqual({ camera: CAMERA, ...NOTHING_OF_OWNER });
});

test('list its albums and orders, latest first, and only to its owner', async () => {
  const [anna, noah] = [await addCustomer(world.db), await addCustomer(world.db)];
  const photoId = await addPicture(anna);
  const sea = await world.createAlbum(anna, 'Sea', [photoId]);
  const hills = await world.createAlbum(anna, 'Hills', [photoId]);
  await world.createAlbum(anna, 'Empty');
  await use(anna, photoId, 'KS-1', '2025-03-05T10:00:00Z');
  await use(anna, photoId, 'KS-2', '2026-03-05T10:00:00Z');
  expect((await detailsOf(anna, photoId)).body).toMatchObject({
    albums: [
      { albumId: hills, albumName: 'Hills' },
      { albumId: sea, albumName: 'Sea' },
    ],
    albumsCount: 2,
    orders: [
      { orderCode: 'KS-2', createdAt: '2026-03-05T10:00:00.000Z' },
      { orderCode: 'KS-1', createdAt: '2025-03-05T10:00:00.000Z' },
    ],
    ordersCount: 2,
  });
  expect((await detailsOf(noah, photoId)).status).toBe(404);
});

test('name 50 albums and count the rest', async () => {
  const anna = await addCustomer(world.db);
  const photoId = await addPicture(anna);
  for (let count = 0; count < 52; count++) await world.createAlbum(anna, `Album ${count}`, [photoId]);
  const { albums, albumsCount } = (await detailsOf(anna, photoId)).body;
  expect([albums.length, albumsCount]).toEqual([50, 52]);
});

test('show an impossible date as written, and only while no other date is known', async () => {
  const anna = await addCustomer(world.db);
  const photoId = await addPicture(anna, { IFD2: { DateTimeOriginal: '2099:05:01 10:00:00' } });
  await finish(anna, photoId);
  expect((await detailsOf(anna, photoId)).body.writtenDate).toBe('2099:05:01 10:00:00');
  await world.db
    .updateTable('photos')
    .set({ taken_at: '2019-07-04T15:30:12' })
    .where('id', '=', photoId)
    .execute();
  expect((await detailsOf(anna, photoId)).body.writtenDate).toBeUndefined();
});

test('in a shared album show what the original says, but no albums and no orders', async () => {
  const [anna, noah, stranger] = [
    await addCustomer(world.db),
    await addCustomer(world.db),
    await addCustomer(world.db),
  ];
  const photoId = await addPicture(anna);
  await finish(anna, photoId);
  await use(anna, photoId, 'KS-3', '2026-03-05T10:00:00Z');
  const other = await addPicture(anna);
  const albumId = await world.createAlbum(anna, 'Together', [photoId]);
  await world.share(anna, albumId, [noah]);
  const shared = (viewer: CustomerId, ofPhoto: string, ownerId = anna) =>
    world.shared(viewer, 'GET', `/shared-albums/${albumId}/photos/${ownerId}/${ofPhoto}/details`);
  for (const viewer of [anna, noah]) {
    const { status, body } = await shared(viewer, photoId);
    expect({ status, body }).toEqual({ status: 200, body: { camera: CAMERA } });
  }
  expect((await shared(stranger, photoId)).status).toBe(404);
  expect((await shared(noah, other)).status).toBe(404);
  expect((await shared(noah, photoId, noah)).status).toBe(404);
});
