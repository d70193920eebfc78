import { randomBytes, randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { addPhotoRow } from '../../../testing/photos.ts';
import { startAlbums, type TestAlbums } from './albums.fixture.ts';

let world: TestAlbums;
beforeAll(async () => {
  world = await startAlbums();
});
afterAll(() => world.stop());
afterEach(async () => expect(await world.audit()).toEqual([]));

const photos = (customerId: CustomerId, method: string, path: string, body?: object) =>
  world.call(customerId, method, `/photo-management/photos${path}`, body);
const choose = (customerId: CustomerId, albumId: string, photoId: string | null | undefined) =>
  world.album(customerId, 'PUT', `/${albumId}/cover`, { photoId });

/** The cover, and whether it is chosen, in the album and in the list. */
async function coverOf(customerId: CustomerId, albumId: string) {
  const { body: album } = await world.album(customerId, 'GET', `/${albumId}`);
  const { albums } = (await world.album(customerId, 'GET', '')).body;
  const listed = albums.find((one) => one.albumId === albumId);
  const covers = [album, listed].map((one) => [one?.coverPhoto?.imageId, one?.isCoverChosen ?? false]);
  expect(covers[0]).toEqual(covers[1]);
  return covers[0];
}

async function chosenIdOf(albumId: string): Promise<string | null> {
  const album = await world.db
    .selectFrom('albums')
    .select('chosen_cover_id')
    .where('id', '=', albumId)
    .executeTakeFirstOrThrow();
  return album.chosen_cover_id;
}

async function albumOf(count: number) {
  const customerId = newCustomerId();
  const photoIds = await world.addPhotos(customerId, count);
  return { customerId, photoIds, albumId: await world.createAlbum(customerId, 'Summer', photoIds) };
}

describe('a chosen cover', () => {
  test('stays when photos are added, and gives way to the one added last once it is no longer chosen', async () => {
    const { customerId, albumId, photoIds } = await albumOf(3);
    const [, chosen = ''] = photoIds.toSorted();
    expect((await choose(customerId, albumId, chosen)).status).toBe(204);
    expect(await coverOf(customerId, albumId)).toEqual([chosen, true]);
    const [added] = await world.addPhotos(customerId, 1);
    await world.album(customerId, 'POST', `/${albumId}/photos`, { photoIds: [added] });
    expect(await coverOf(customerId, albumId)).toEqual([chosen, true]);
    await choose(customerId, albumId, null);
    expect(await coverOf(customerId, albumId)).toEqual([added, false]);
  });

  test('is the last change of its album, and is pushed to every screen that shows it', async () => {
    const { customerId, albumId, photoIds } = await albumOf(2);
    const messages = await world.listen(customerId);
    const { updated } = (await world.album(customerId, 'GET', `/${albumId}`)).body;
    await choose(customerId, albumId, photoIds[0]);
    const after = (await world.album(customerId, 'GET', `/${albumId}`)).body;
    expect(Date.parse(after.updated)).toBeGreaterThan(Date.parse(updated));
    const received = () =>
      messages.flatMap((message) =>
        'type' in message && message.type === 'albums-changed' ? [message.data.albumIds] : [],
      );
    await expect.poll(received).toEqual([[albumId]]);
  });

  test('that is deleted leaves its place until it is restored', async () => {
    const { customerId, albumId, photoIds } = await albumOf(3);
    const [first, chosen = '', last] = photoIds.toSorted();
    await choose(customerId, albumId, chosen);
    await photos(customerId, 'DELETE', '', { photoIds: [chosen] });
    expect(await coverOf(customerId, albumId)).toEqual([last, false]);
    await photos(customerId, 'POST', '/deleted/restore', { photoIds: [chosen] });
    expect(await coverOf(customerId, albumId)).toEqual([chosen, true]);
    await photos(customerId, 'DELETE', '', { photoIds: [chosen, last] });
    await photos(customerId, 'DELETE', '/deleted', { photoIds: [chosen] });
    expect(await coverOf(customerId, albumId)).toEqual([first, false]);
    expect(await chosenIdOf(albumId)).toBeNull();
  });

  test('whose file was added again meanwhile is the photo that stays', async () => {
    const customerId = newCustomerId();
    const sha256 = randomBytes(32);
    const add = () => addPhotoRow({ db: world.db, clock: { now: new Date() } }, customerId, { sha256 });
    const { photoId } = await add();
    const others = await world.addPhotos(customerId, 2);
    const albumId = await world.createAlbum(customerId, 'Summer', [photoId, ...others]);
    await choose(customerId, albumId, photoId);
    await photos(customerId, 'DELETE', '', { photoIds: [photoId] });
    const { photoId: twin } = await add();
    await photos(customerId, 'POST', '/deleted/restore', { photoIds: [photoId] });
    expect(await coverOf(customerId, albumId)).toEqual([twin, true]);
  });

  test('that leaves its album is no longer chosen', async () => {
    const { customerId, albumId, photoIds } = await albumOf(2);
    const [chosen = '', other] = photoIds.toSorted();
    await choose(customerId, albumId, chosen);
    await world.album(customerId, 'DELETE', `/${albumId}/photos`, { photoIds: [chosen] });
    await world.album(customerId, 'POST', `/${albumId}/photos`, { photoIds: [chosen] });
    expect(await chosenIdOf(albumId)).toBeNull();
    await choose(customerId, albumId, other);
    await world.album(customerId, 'DELETE', `/${albumId}/photos`, { photoIds: [chosen] });
    expect(await coverOf(customerId, albumId)).toEqual([other, true]);
  });

  test('is shown to everybody who sees a shared album, and cannot be changed there', async () => {
    const { customerId, albumId, photoIds } = await albumOf(3);
    const [, chosen = '', last] = photoIds.toSorted();
    const guest = newCustomerId();
    await choose(customerId, albumId, chosen);
    await world.share(customerId, albumId, [guest]);
    const { body } = await world.shared(guest, 'GET', `/shared-albums/${albumId}`);
    expect(body.coverPhoto?.imageId).toBe(chosen);
    expect(body.coverPhoto?.thumbnails.every(({ url }) => url.includes(albumId))).toBe(true);
    const { albums } = (await world.shared(guest, 'GET', '/shared-albums')).body;
    expect(albums.map((album) => album.coverPhoto?.imageId)).toEqual([chosen]);
    expect((await choose(customerId, albumId, last)).status).toBe(403);
  });

  test('is one of the album’s photos: others, and albums of others, are refused', async () => {
    const { customerId, albumId, photoIds } = await albumOf(1);
    const [outside = ''] = await world.addPhotos(customerId, 1);
    const stranger = newCustomerId();
    const [foreign = ''] = await world.addPhotos(stranger, 1);
    for (const photoId of [outside, foreign, randomUUID()]) {
      expect((await choose(customerId, albumId, photoId)).status).toBe(404);
    }
    expect((await choose(stranger, albumId, photoIds[0])).status).toBe(404);
    expect((await choose(stranger, albumId, null)).status).toBe(404);
    for (const photoId of ['x', 7, [photoIds[0]], undefined] as string[]) {
      expect((await choose(customerId, albumId, photoId)).status).toBe(400);
    }
    expect(await chosenIdOf(albumId)).toBeNull();
  });

  test('chosen while it is deleted, or removed, is one that the album holds or can get back', async () => {
    const { customerId, albumId, photoIds } = await albumOf(8);
    for (const photoId of photoIds.slice(1)) {
      const [chosen, removed] = await Promise.all([
        choose(customerId, albumId, photoId),
        world.album(customerId, 'DELETE', `/${albumId}/photos`, { photoIds: [photoId] }),
      ]);
      expect([204, 404]).toContain(chosen.status);
      expect(removed.status).toBe(204);
      expect(await chosenIdOf(albumId)).not.toBe(photoId);
    }
  });
});
