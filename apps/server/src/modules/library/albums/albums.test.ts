import { randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { addPhotoRow } from '../../../testing/photos.ts';
import { startAlbums, type TestAlbums } from './albums.fixture.ts';

let world: TestAlbums;
beforeAll(async () => {
  world = await startAlbums();
});
afterAll(() => world.stop());

describe('albums', () => {
  test('are created with a name and returned with all their fields [ALB-18, ALB-21, ALD-36]', async () => {
    const customerId = newCustomerId();
    const { status, body } = await world.album(customerId, 'POST', '', { name: 'Été 🏖️ à Ærø' });
    expect(status).toBe(200);
    const { body: album } = await world.album(customerId, 'GET', `/${body.albumId}`);
    expect(album).toMatchObject({
      albumId: body.albumId,
      albumName: 'Été 🏖️ à Ærø',
      coverPhoto: null,
      photosCount: 0,
      userId: customerId,
      isShared: false,
    });
    expect(Date.parse(album.created)).toBeGreaterThan(Date.now() - 60_000);
  });

  test.each(['', ' x', ' x', '​', '<b>', 'a;b', 'a>b', '\ud800', 'a\u0000', 'x'.repeat(256)])(
    'refuse the name %j [ALB-19, NAM-01, NAM-02, NAM-03]',
    async (name) => {
      const customerId = newCustomerId();
      expect((await world.album(customerId, 'POST', '', { name })).status).toBe(400);
      const albumId = await world.createAlbum(customerId);
      expect((await world.album(customerId, 'PATCH', `/${albumId}`, { name })).status).toBe(400);
    },
  );

  test('can be renamed [NAM-10]', async () => {
    const customerId = newCustomerId();
    const albumId = await world.createAlbum(customerId);
    expect((await world.album(customerId, 'PATCH', `/${albumId}`, { name: 'Winter' })).status).toBe(204);
    expect((await world.album(customerId, 'GET', `/${albumId}`)).body.albumName).toBe('Winter');
  });

  test('are paged without gaps or doubles in every order [ALB-20]', async () => {
    const customerId = newCustomerId();
    const photoIds = await world.addPhotos(customerId, 3);
    const names = ['Album 10', 'album 2', 'Zoo', 'Ärger', 'b', 'Album 2'];
    for (const [index, name] of names.entries()) {
      await world.createAlbum(customerId, name, photoIds.slice(0, index % 3));
    }
    for (const sortKey of ['created', 'updated', 'name', 'photosCount']) {
      for (const sortOrder of ['asc', 'desc']) {
        const seen = await readAll(customerId, `sortKey=${sortKey}&sortOrder=${sortOrder}`);
        expect(seen.map(({ albumId }) => albumId)).toHaveLength(6);
        expect(new Set(seen.map(({ albumId }) => albumId)).size).toBe(6);
        if (sortKey === 'name' && sortOrder === 'asc') {
          const sorted = seen.map(({ albumName }) => albumName.toLowerCase());
          expect(sorted).toEqual(['album 2', 'album 2', 'album 10', 'ärger', 'b', 'zoo']);
        }
      }
    }
  });

  async function readAll(customerId: CustomerId, query: string) {
    const albums = [];
    let cursor: string | null = null;
    do {
      const after: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const { body } = await world.album(customerId, 'GET', `?limit=4&${query}${after}`);
      albums.push(...body.albums);
      cursor = body.cursor;
    } while (cursor);
    return albums;
  }

  test('refuse a cursor of another order, and a made-up one', async () => {
    const customerId = newCustomerId();
    for (let index = 0; index < 3; index++) await world.createAlbum(customerId, `A${index}`);
    const { body } = await world.album(customerId, 'GET', '?limit=1');
    const repeated = (query: string) => world.album(customerId, 'GET', `?limit=1&${query}`);
    expect((await repeated(`cursor=${body.cursor}&sortKey=name`)).status).toBe(400);
    expect((await repeated(`cursor=${body.cursor?.slice(0, -4)}`)).status).toBe(400);
    const forged = Buffer.from('["created","desc","\'; drop","x"]').toString('base64url');
    expect((await repeated(`cursor=${forged}`)).status).toBe(400);
  });

  test('are deleted without their photos; deleting twice succeeds [ALD-38]', async () => {
    const customerId = newCustomerId();
    const photoIds = await world.addPhotos(customerId, 2);
    const albumId = await world.createAlbum(customerId, 'Gone', photoIds);
    expect((await world.album(customerId, 'DELETE', `/${albumId}`)).status).toBe(204);
    expect((await world.album(customerId, 'DELETE', `/${albumId}`)).status).toBe(204);
    expect((await world.album(customerId, 'GET', `/${albumId}`)).status).toBe(404);
    const { body } = await world.call(customerId, 'GET', '/photo-management/users/counts');
    expect(body).toEqual({ photosCount: 2, albumsCount: 0, deletedDays: 30 });
  });
});

describe('photos of an album', () => {
  test('are added once, paged in every order and removed again [CPY-08, ALD-37, ALD-39]', async () => {
    const customerId = newCustomerId();
    const photoIds = await world.addPhotos(customerId, 7);
    const albumId = await world.createAlbum(customerId, 'Summer', photoIds);
    const repeated = await world.album(customerId, 'POST', `/${albumId}/photos`, { photoIds });
    expect(repeated.body).toEqual({ addedCount: 0, photosCount: 7 });
    for (const sort of ['sortKey=created', 'sortKey=dateTaken']) {
      const first = await world.album(customerId, 'GET', `/${albumId}/photos?limit=3&${sort}&sortOrder=desc`);
      expect(first.body.images.map(({ imageId }) => imageId)).toEqual(photoIds.slice(0, 3));
      const after = encodeURIComponent(first.body.cursor ?? '');
      const rest = await world.album(customerId, 'GET', `/${albumId}/photos?limit=9&${sort}&cursor=${after}`);
      expect(rest.body.images.map(({ imageId }) => imageId)).toEqual(photoIds.slice(3));
      const jump = await world.album(customerId, 'GET', `/${albumId}/photos?limit=2&${sort}&offset=4`);
      expect(jump.body.images.map(({ imageId }) => imageId)).toEqual(photoIds.slice(4, 6));
    }
    const { body: layout } = await world.album(customerId, 'GET', `/${albumId}/layout?sortOrder=asc`);
    expect(layout.count).toBe(7);
    expect(Buffer.from(layout.ids, 'base64').subarray(0, 16).toString('hex')).toBe(
      photoIds[6]?.replaceAll('-', ''),
    );
    const gone = { photoIds: photoIds.slice(0, 2) };
    expect((await world.album(customerId, 'DELETE', `/${albumId}/photos`, gone)).status).toBe(204);
    expect((await world.album(customerId, 'GET', `/${albumId}`)).body.photosCount).toBe(5);
    expect((await world.call(customerId, 'GET', '/photo-management/users')).body.photosCount).toBe(7);
  });

  test('make the last added one the cover [ALB-02, ALB-03]', async () => {
    const customerId = newCustomerId();
    const [first = '', second = ''] = await world.addPhotos(customerId, 2);
    const albumId = await world.createAlbum(customerId, 'Cover', [first]);
    const cover = async () => (await world.album(customerId, 'GET', `/${albumId}`)).body.coverPhoto?.imageId;
    expect(await cover()).toBe(first);
    await world.album(customerId, 'POST', `/${albumId}/photos`, { photoIds: [second] });
    expect(await cover()).toBe(second);
    await world.call(customerId, 'DELETE', '/photo-management/photos', { photoIds: [second] });
    expect(await cover()).toBe(first);
    await world.album(customerId, 'DELETE', `/${albumId}/photos`, { photoIds: [first] });
    expect(await cover()).toBeUndefined();
  });

  test('say when the first and the last one was taken, whoever views them, without those of an unknown date', async () => {
    const customerId = newCustomerId();
    const [at, last = ''] = [new Date(), ...(await world.addPhotos(customerId, 1))];
    const add = async (takenAt: string | null) =>
      (await addPhotoRow({ db: world.db, clock: { now: at } }, customerId, { takenAt })).photoId;
    const undated = [await add(null), await add('1970-01-15T12:00:00')];
    const albumId = await world.createAlbum(customerId, 'Family', undated);
    const read = async () => (await world.album(customerId, 'GET', `/${albumId}`)).body.taken;
    expect(await read()).toBeUndefined();
    const photoIds = [await add('1968-07-20T20:17:00'), last];
    await world.album(customerId, 'POST', `/${albumId}/photos`, { photoIds });
    const taken = { from: '1968-07-20', to: '2024-05-31' };
    expect(await read()).toEqual(taken);
    const participant = newCustomerId();
    await world.share(customerId, albumId, [participant]);
    expect((await world.shared(participant, 'GET', `/shared-albums/${albumId}`)).body.taken).toEqual(taken);
  });

  test('belong to the customer: others’ and unknown ids are ignored', async () => {
    const [anna, noah] = [newCustomerId(), newCustomerId()];
    const [hers = ''] = await world.addPhotos(anna, 1);
    const [his = ''] = await world.addPhotos(noah, 1);
    const albumId = await world.createAlbum(noah);
    const photoIds = [hers, his, randomUUID(), his];
    const { body } = await world.album(noah, 'POST', `/${albumId}/photos`, { photoIds });
    expect(body).toEqual({ addedCount: 1, photosCount: 1 });
    for (const method of ['POST', 'DELETE']) {
      expect((await world.album(anna, method, `/${albumId}/photos`, { photoIds })).status).toBe(404);
    }
    for (const photos of ['x', [], Array(10_001).fill(his), ['nonsense']]) {
      expect((await world.album(noah, 'POST', `/${albumId}/photos`, { photoIds: photos })).status).toBe(400);
    }
  });

  test('stay consistent under concurrent changes', async () => {
    const customerId = newCustomerId();
    const photoIds = await world.addPhotos(customerId, 40);
    const albums = [await world.createAlbum(customerId, 'A'), await world.createAlbum(customerId, 'B')];
    const add = (at: number) =>
      world.album(customerId, 'POST', `/${albums[at % 2]}/photos`, { photoIds: photoIds.slice(at, at + 10) });
    const remove = (at: number) =>
      world.call(customerId, 'DELETE', '/photo-management/photos', { photoIds: photoIds.slice(at, at + 4) });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => [add(at), at % 3 === 0 ? remove(at) : add(at + 1)]).flat(),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.every(({ body }) => (body.failed ?? []).length === 0)).toBe(true);
    const living = new Set(
      (await world.db.selectFrom('photos').select('id').where('user_id', '=', customerId).execute()).map(
        ({ id }) => id,
      ),
    );
    for (const albumId of albums) {
      const rows = await world.db
        .selectFrom('album_photos')
        .select('photo_id')
        .where('album_id', '=', albumId)
        .execute();
      expect(rows.every((row) => living.has(row.photo_id))).toBe(true);
      expect((await world.album(customerId, 'GET', `/${albumId}`)).body.photosCount).toBe(rows.length);
    }
  });
});
