import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { markOrdered } from '../photos/photo-uses.ts';
import { startAlbums, type TestAlbums } from './albums.fixture.ts';

let world: TestAlbums;
beforeAll(async () => {
  world = await startAlbums();
});
afterAll(() => world.stop());
afterEach(async () => expect(await world.audit()).toEqual([]));

const photos = (customerId: CustomerId, method: string, path: string, body?: object) =>
  world.call(customerId, method, `/photo-management/photos${path}`, body);
const remove = (customerId: CustomerId, photoIds: readonly string[]) =>
  photos(customerId, 'DELETE', '', { photoIds });
const restore = (customerId: CustomerId, photoIds: readonly string[]) =>
  photos(customerId, 'POST', '/deleted/restore', { photoIds });
const libraryOf = async (customerId: CustomerId) => (await photos(customerId, 'GET', '')).body;

/** An album as its owner sees it, but for the time of its last change. */
async function albumOf(ownerId: CustomerId, albumId: string) {
  const { updated, ...album } = (await world.album(ownerId, 'GET', `/${albumId}`)).body;
  const page = await world.album(ownerId, 'GET', `/${albumId}/photos`);
  return { ...album, images: page.body.images.map(({ imageId }) => imageId) };
}

test('deleted photos come back into the same albums, with the same cover and the same ids', async () => {
  const customerId = newCustomerId();
  const photoIds = await world.addPhotos(customerId, 5);
  const summer = await world.createAlbum(customerId, 'Summer', photoIds);
  const family = await world.createAlbum(customerId, 'Family', photoIds.slice(3));
  const before = [
    await libraryOf(customerId),
    await albumOf(customerId, summer),
    await albumOf(customerId, family),
  ];
  await remove(customerId, photoIds.slice(1));
  expect((await albumOf(customerId, family)).images).toEqual([]);
  const restored = await restore(customerId, photoIds);
  expect(restored.body.photoIds.toSorted()).toEqual(photoIds.slice(1).toSorted());
  const after = [
    await libraryOf(customerId),
    await albumOf(customerId, summer),
    await albumOf(customerId, family),
  ];
  expect(after).toEqual(before);
  expect((await photos(customerId, 'GET', '/deleted')).body).toMatchObject({ photosCount: 0, images: [] });
});

test('an album that was deleted or left meanwhile stays without them', async () => {
  const customerId = newCustomerId();
  const photoIds = await world.addPhotos(customerId, 2);
  const albumId = await world.createAlbum(customerId, 'Summer', photoIds);
  await remove(customerId, photoIds);
  await world.album(customerId, 'DELETE', `/${albumId}`);
  expect((await restore(customerId, photoIds)).body.photoIds).toHaveLength(2);
  expect((await libraryOf(customerId)).images).toHaveLength(2);
});

test('they come back into the shared albums of others that their customer still sees', async () => {
  const [owner, guest, gone] = [newCustomerId(), newCustomerId(), newCustomerId()];
  const albumId = await world.createAlbum(owner, 'Party', await world.addPhotos(owner, 1));
  await world.share(owner, albumId, [guest, gone]);
  const ofGuest = await world.addPhotos(guest, 2);
  const ofGone = await world.addPhotos(gone, 2);
  await world.bring(owner, albumId, guest, ofGuest);
  await world.bring(owner, albumId, gone, ofGone);
  await remove(guest, ofGuest);
  await remove(gone, ofGone);
  await world.db.deleteFrom('shared_album_grants').where('user_id', '=', gone).execute();
  await restore(guest, ofGuest);
  await restore(gone, ofGone);
  const rows = await world.db
    .selectFrom('album_photos')
    .select('photo_id')
    .where('album_id', '=', albumId)
    .execute();
  expect(rows.map(({ photo_id }) => photo_id)).toEqual(expect.arrayContaining(ofGuest));
  expect(rows).toHaveLength(3);
});

test('ids of others, of photos that are there, and repetitions change nothing', async () => {
  const [customerId, other] = [newCustomerId(), newCustomerId()];
  const [mine = '', stays = ''] = await world.addPhotos(customerId, 2);
  const [foreign = ''] = await world.addPhotos(other, 1);
  await remove(customerId, [mine]);
  await remove(other, [foreign]);
  expect((await restore(customerId, [foreign, stays])).body.photoIds).toEqual([]);
  expect((await restore(customerId, [mine])).body.photoIds).toEqual([mine]);
  expect((await restore(customerId, [mine])).body.photoIds).toEqual([]);
  expect((await photos(other, 'GET', '/deleted')).body.images.map(({ imageId }) => imageId)).toEqual([
    foreign,
  ]);
});

test('deleted and restored by several tabs at once, each photo is in one place and the albums agree', async () => {
  const customerId = newCustomerId();
  const photoIds = await world.addPhotos(customerId, 40);
  const albumId = await world.createAlbum(customerId, 'Summer', photoIds);
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all([
      remove(customerId, photoIds),
      restore(customerId, photoIds.slice(10)),
      remove(customerId, photoIds.slice(20).toReversed()),
      restore(customerId, photoIds.toReversed()),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const there = (await libraryOf(customerId)).images.length;
    const { photosCount } = (await photos(customerId, 'GET', '/deleted')).body;
    expect(there + photosCount).toBe(40);
    expect((await albumOf(customerId, albumId)).images).toHaveLength(there);
  }
});

test('favourites of an album are those of the filter, page by page and as a layout, after a restoration, too', async () => {
  const customerId = newCustomerId();
  const photoIds = await world.addPhotos(customerId, 6);
  const albumId = await world.createAlbum(customerId, 'Summer', photoIds.slice(0, 5));
  const liked = [0, 1, 3, 5].map((index) => photoIds[index] ?? '');
  await photos(customerId, 'PUT', '/favourites', { photoIds: liked, isFavourite: true });
  const requested = { customerId, photoIds: photoIds.slice(1, 2), now: new Date() };
  await world.db.transaction().execute((trx) => markOrdered(trx, requested));
  const shown = async (filter: string) => {
    const query = `filter=${filter}&sortKey=dateTaken&sortOrder=desc`;
    const first = (await world.album(customerId, 'GET', `/${albumId}/photos?${query}&limit=2`)).body;
    const rest = first.cursor
      ? (await world.album(customerId, 'GET', `/${albumId}/photos?${query}&limit=2&cursor=${first.cursor}`))
          .body.images
      : [];
    const { body: layout } = await world.album(customerId, 'GET', `/${albumId}/layout?${query}`);
    const ids = [...first.images, ...rest].map(({ imageId }) => imageId);
    expect(Buffer.from(layout.ids, 'base64').toString('hex')).toBe(ids.join('').replaceAll('-', ''));
    return ids.map((id) => photoIds.indexOf(id));
  };
  const expectAll = async () => {
    expect(await shown('favourites')).toEqual([0, 1, 3]);
    expect(await shown('favouritesNotPrinted')).toEqual([0, 3]);
    expect(await shown('notPrinted')).toEqual([0, 2, 3, 4]);
  };
  await expectAll();
  await remove(customerId, photoIds);
  expect(await shown('favourites')).toEqual([]);
  await restore(customerId, photoIds);
  await photos(customerId, 'PUT', '/favourites', { photoIds: photoIds.slice(5), isFavourite: false });
  const { body } = await world.album(customerId, 'GET', `/${albumId}/photos?filter=favourites`);
  expect(body.images.map(({ imageId }) => imageId).toSorted()).toEqual(
    [0, 1, 3].map((index) => photoIds[index]).toSorted(),
  );
});
