import type { Photo } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../../testing/customer-ids.ts';
import { addCustomer } from '../../../../testing/customers.ts';
import { markOrdered } from '../../photos/photo-uses.ts';
import { startAlbums, type TestAlbums } from '../albums.fixture.ts';

let world: TestAlbums;
beforeAll(async () => {
  world = await startAlbums();
});
afterAll(() => world.stop());

/** An album that Anna shares with Noah and Mira, with two photos of hers and two of Noah's. */
async function shareAlbum() {
  const [anna, noah, mira] = (await Promise.all(
    ['anna', 'noah', 'mira'].map((name) => addCustomer(world.db, { email: `${name}@example.com` })),
  )) as [CustomerId, CustomerId, CustomerId];
  const hers = await world.addPhotos(anna, 2);
  const his = await world.addPhotos(noah, 2);
  const albumId = await world.createAlbum(anna, 'Together', hers);
  await world.share(anna, albumId, [noah, mira]);
  await world.bring(anna, albumId, noah, his);
  return { anna, noah, mira, hers, his, albumId };
}
const idsOf = (images: { imageId: string }[]) => images.map(({ imageId }) => imageId);

describe('a shared album', () => {
  test('is visible to its owner and its participants only [SHA-19, SHA-20, SHA-25]', async () => {
    const { anna, noah, mira, his, albumId } = await shareAlbum();
    for (const viewer of [anna, noah, mira]) {
      const { status, body } = await world.shared(viewer, 'GET', `/shared-albums/${albumId}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ albumId, albumName: 'Together', userId: anna, ownerId: anna });
      expect(body).toMatchObject({ photosCount: 4, isShared: true });
      expect(his).toContain(body.coverPhoto?.imageId);
    }
    const stranger = await addCustomer(world.db, { email: 'stranger@example.com' });
    for (const path of ['', '/participants', '/photos', '/layout']) {
      expect((await world.shared(stranger, 'GET', `/shared-albums/${albumId}${path}`)).status).toBe(404);
    }
    expect((await world.album(noah, 'GET', `/${albumId}`)).status).toBe(404);
  });

  test('names all members to its owner, and only its owner to a participant [SHA-21]', async () => {
    const { anna, noah, mira, albumId } = await shareAlbum();
    const members = async (viewer: CustomerId) =>
      (await world.shared(viewer, 'GET', `/shared-albums/${albumId}/participants`)).body;
    const owner = { id: anna, email: 'anna@example.com' };
    const { participants, ...rest } = await members(anna);
    expect(rest).toEqual({ owner });
    expect(participants.toSorted((one, other) => (one.email < other.email ? -1 : 1))).toEqual([
      { id: mira, email: 'mira@example.com' },
      { id: noah, email: 'noah@example.com' },
    ]);
    expect(await members(noah)).toEqual({ owner, participants: [] });
  });

  test('pages through photos of several owners in every order [PHO-07, SHA-26]', async () => {
    const { anna, noah, mira, hers, his, albumId } = await shareAlbum();
    const newestFirst = [...hers, ...his];
    for (const [viewer, sort, expected] of [
      [mira, 'sortKey=created&sortOrder=desc', newestFirst],
      [anna, 'sortKey=dateTaken&sortOrder=asc', newestFirst.toReversed()],
    ] as const) {
      const url = `/shared-albums/${albumId}/photos?${sort}`;
      const first = (await world.shared(viewer, 'GET', `${url}&limit=3`)).body;
      const rest = (await world.shared(viewer, 'GET', `${url}&limit=3&cursor=${first.cursor}`)).body;
      expect([...idsOf(first.images), ...idsOf(rest.images)]).toEqual(expected);
      expect(rest.cursor).toBeNull();
      const jump = (await world.shared(viewer, 'GET', `${url}&limit=2&offset=1`)).body;
      expect(idsOf(jump.images)).toEqual(expected.slice(1, 3));
      const owners = new Map(
        [...first.images, ...rest.images].map(({ imageId, ownerId }) => [imageId, ownerId]),
      );
      for (const id of hers) expect(owners.get(id)).toBe(anna);
      for (const id of his) expect(owners.get(id)).toBe(noah);
    }
  });

  test('lays out its photos with their owners', async () => {
    const { anna, noah, mira, hers, his, albumId } = await shareAlbum();
    const { body } = await world.shared(mira, 'GET', `/shared-albums/${albumId}/layout`);
    const ids = Buffer.from(body.ids, 'base64').toString('hex').match(/.{32}/g);
    expect(ids).toEqual([...hers, ...his].map((id) => id.replaceAll('-', '')));
    const owners = Buffer.from(body.owners, 'base64');
    const whose = [0, 2, 4, 6].map((at) => body.ownerIds[owners.readUInt16BE(at)]);
    expect(whose).toEqual([anna, anna, noah, noah]);
    expect(body.count).toBe(4);
  });

  test('is listed and counted for everybody who sees it [SHA-22, SHA-24, HDR-12]', async () => {
    const { anna, noah, albumId } = await shareAlbum();
    const other = await shareAlbum();
    await world.share(other.anna, other.albumId, [noah]);
    const { body: first } = await world.shared(noah, 'GET', '/shared-albums?limit=1');
    const { body: rest } = await world.shared(noah, 'GET', `/shared-albums?limit=1&cursor=${first.cursor}`);
    expect([...first.albums, ...rest.albums].map((album) => [album.albumId, album.ownerId])).toEqual([
      [other.albumId, other.anna],
      [albumId, anna],
    ]);
    expect(rest.cursor).toBeNull();
    const counts = (await world.shared(noah, 'GET', '/users')).body;
    expect(counts).toMatchObject({ readAlbumsCount: 2, grantedAlbumsCount: 0 });
    expect(Date.parse(counts.updated)).toBeGreaterThanOrEqual(Date.parse(counts.created));
    const granted = (await world.shared(anna, 'GET', '/users')).body;
    expect(granted).toMatchObject({ readAlbumsCount: 0, grantedAlbumsCount: 1 });
    const none = (await world.shared(newCustomerId(), 'GET', '/users')).body;
    expect(none).toEqual({ readAlbumsCount: 0, grantedAlbumsCount: 0 });
  });

  test('is among its owner’s albums only on request, and cannot be changed there', async () => {
    const { anna, noah, hers, albumId } = await shareAlbum();
    const plain = await world.createAlbum(anna, 'Alone');
    const listed = async (flag: string) =>
      (await world.album(anna, 'GET', `?displaySharedData=${flag}`)).body.albums;
    expect((await listed('true')).map((album) => [album.albumId, album.isShared])).toEqual([
      [plain, false],
      [albumId, true],
    ]);
    expect((await listed('false')).map((album) => album.albumId)).toEqual([plain]);
    const photoIds = { photoIds: hers };
    for (const [method, path, body] of [
      ['PATCH', '', { name: 'Mine' }],
      ['POST', '/photos', photoIds],
      ['DELETE', '/photos', photoIds],
    ] as const) {
      expect((await world.album(anna, method, `/${albumId}${path}`, body)).status).toBe(403);
      expect((await world.album(noah, method, `/${albumId}${path}`, body)).status).toBe(404);
    }
    expect((await world.shared(noah, 'GET', `/shared-albums/${albumId}`)).body).toMatchObject({
      albumName: 'Together',
      photosCount: 4,
    });
  });

  test('refuses a cursor of another customer, album, order or list', async () => {
    const { anna, noah, mira, hers, albumId } = await shareAlbum();
    const other = await shareAlbum();
    const url = (id: string, sort: string) => `/shared-albums/${id}/photos?limit=1&${sort}`;
    const { body } = await world.shared(noah, 'GET', url(albumId, 'sortKey=created'));
    const refused = async (customer: CustomerId, path: string) =>
      expect((await world.shared(customer, 'GET', `${path}&cursor=${body.cursor}`)).status, path).toBe(400);
    await refused(noah, url(albumId, 'sortKey=dateTaken'));
    await refused(noah, url(albumId, 'sortKey=created&sortOrder=asc'));
    await refused(other.noah, url(other.albumId, 'sortKey=created'));
    await refused(noah, '/shared-albums?limit=1');
    await world.share(other.anna, other.albumId, [noah]);
    const list = (await world.shared(noah, 'GET', '/shared-albums?limit=1')).body;
    const foreign = await world.shared(mira, 'GET', `/shared-albums?limit=1&cursor=${list.cursor}`);
    expect(foreign.status).toBe(400);
    const own = await world.createAlbum(anna, 'Own', hers);
    const photos = `/${own}/photos?limit=1&cursor=${body.cursor}`;
    expect((await world.album(anna, 'GET', photos)).status).toBe(400);
  });
});

describe('the end of a shared album', () => {
  test('comes for everybody when its owner deletes it; all photos stay [SHA-16]', async () => {
    const { anna, noah, mira, albumId } = await shareAlbum();
    expect((await world.shared(anna, 'DELETE', `/shared-albums/${albumId}`)).status).toBe(204);
    expect((await world.shared(anna, 'DELETE', `/shared-albums/${albumId}`)).status).toBe(204);
    for (const viewer of [anna, noah, mira]) {
      expect((await world.shared(viewer, 'GET', `/shared-albums/${albumId}`)).status).toBe(404);
      const counts = { readAlbumsCount: 0, grantedAlbumsCount: 0 };
      expect((await world.shared(viewer, 'GET', '/users')).body).toEqual(counts);
    }
    for (const owner of [anna, noah]) {
      expect((await world.call(owner, 'GET', '/photo-management/users')).body.photosCount).toBe(2);
    }
    expect(await entriesOf(albumId)).toBe(0);
  });

  test('comes for a participant who leaves, with the photos they added [SHA-17, SHA-18]', async () => {
    const { anna, noah, mira, hers, albumId } = await shareAlbum();
    expect((await world.shared(noah, 'DELETE', `/shared-albums/${albumId}`)).status).toBe(204);
    expect((await world.shared(noah, 'DELETE', `/shared-albums/${albumId}`)).status).toBe(204);
    expect((await world.shared(noah, 'GET', `/shared-albums/${albumId}`)).status).toBe(404);
    expect((await world.call(noah, 'GET', '/photo-management/users')).body.photosCount).toBe(2);
    for (const viewer of [anna, mira]) {
      const { body } = await world.shared(viewer, 'GET', `/shared-albums/${albumId}/photos`);
      expect(idsOf(body.images)).toEqual(hers);
      const { body: album } = await world.shared(viewer, 'GET', `/shared-albums/${albumId}`);
      expect(album).toMatchObject({ photosCount: 2, isShared: true });
    }
  });

  test('leaves its owner an ordinary album when the last participant has left', async () => {
    const { anna, noah, mira, albumId } = await shareAlbum();
    for (const viewer of [noah, mira]) await world.shared(viewer, 'DELETE', `/shared-albums/${albumId}`);
    expect((await world.album(anna, 'GET', `/${albumId}`)).body.isShared).toBe(false);
    expect((await world.album(anna, 'PATCH', `/${albumId}`, { name: 'Mine again' })).status).toBe(204);
  });

  test('cannot be caused by a stranger, nor for an album that is not shared', async () => {
    const { anna, mira, albumId } = await shareAlbum();
    const plain = await world.createAlbum(anna, 'Alone');
    expect((await world.shared(newCustomerId(), 'DELETE', `/shared-albums/${albumId}`)).status).toBe(204);
    expect((await world.shared(anna, 'DELETE', `/shared-albums/${plain}`)).status).toBe(204);
    expect((await world.shared(mira, 'GET', `/shared-albums/${albumId}`)).body.photosCount).toBe(4);
    expect((await world.album(anna, 'GET', `/${plain}`)).status).toBe(200);
  });

  test('reveals to nobody which of its photos their owner ordered', async () => {
    const { noah, mira, his, albumId } = await shareAlbum();
    const requested = { customerId: noah, photoIds: his.slice(0, 1), now: new Date() };
    await world.db.transaction().execute((trx) => markOrdered(trx, requested));
    const own = await world.call(noah, 'GET', `/photo-management/photos/${his[0]}`);
    expect((own.body as Partial<Photo>).isOrdered).toBe(true);
    const { body } = await world.shared(mira, 'GET', `/shared-albums/${albumId}/photos`);
    expect(body.images).toHaveLength(4);
    for (const photo of body.images) expect(photo.isOrdered).toBeUndefined();
  });

  test('reveals to nobody which of its photos their owner likes, whatever the filter', async () => {
    const { anna, noah, mira, hers, his, albumId } = await shareAlbum();
    const mark = (customerId: CustomerId, photoIds: readonly string[]) =>
      world.call(customerId, 'PUT', '/photo-management/photos/favourites', { photoIds, isFavourite: true });
    await mark(noah, his.slice(0, 1));
    await mark(anna, hers.slice(0, 1));
    for (const viewer of [mira, noah]) {
      const { body } = await world.shared(
        viewer,
        'GET',
        `/shared-albums/${albumId}/photos?filter=favourites`,
      );
      expect(body.images).toHaveLength(4);
      for (const photo of body.images) expect(photo.isFavourite).toBeUndefined();
    }
    const own = await world.album(anna, 'GET', `/${albumId}/photos?filter=favourites`);
    expect(idsOf(own.body.images)).toEqual(hers.slice(0, 1));
    expect((await world.album(anna, 'GET', `/${albumId}/layout?filter=favourites`)).body.count).toBe(1);
  });

  test('removes a deleted photo from others’ shared albums', async () => {
    const { noah, mira, hers, his, albumId } = await shareAlbum();
    await world.call(noah, 'DELETE', '/photo-management/photos', { photoIds: his.slice(0, 1) });
    const { body } = await world.shared(mira, 'GET', `/shared-albums/${albumId}/photos`);
    expect(idsOf(body.images)).toEqual([...hers, ...his.slice(1)]);
    expect((await world.shared(mira, 'GET', `/shared-albums/${albumId}`)).body.photosCount).toBe(3);
  });

  test('stays consistent when owner, participants and photos leave simultaneously', async () => {
    for (let round = 0; round < 8; round++) {
      const { anna, noah, mira, his, albumId } = await shareAlbum();
      const answers = await Promise.all([
        world.shared(noah, 'DELETE', `/shared-albums/${albumId}`),
        world.call(noah, 'DELETE', '/photo-management/photos', { photoIds: his }),
        world.shared(mira, 'DELETE', `/shared-albums/${albumId}`),
        ...(round % 2 ? [world.album(anna, 'DELETE', `/${albumId}`)] : []),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
      const { status, body } = await world.album(anna, 'GET', `/${albumId}`);
      expect(status).toBe(round % 2 ? 404 : 200);
      if (status === 200) expect(body).toMatchObject({ photosCount: 2, isShared: false });
      expect(await entriesOf(albumId)).toBe(round % 2 ? 0 : 2);
    }
  });

  async function entriesOf(albumId: string): Promise<number> {
    const rows = await world.db
      .selectFrom('album_photos')
      .select('photo_id')
      .where('album_id', '=', albumId)
      .execute();
    return rows.length;
  }
});
