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

const BY_DATE = { sortKey: 'dateTaken', sortOrder: 'desc' };
const photos = (customerId: CustomerId, method: string, path: string, body?: object) =>
  world.call(customerId, method, `/photo-management/photos${path}`, body);

/** An album whose photos are named by letters, shown from a on. */
async function albumOf(letters: string) {
  const customerId = newCustomerId();
  const photoIds = await world.addPhotos(customerId, letters.length);
  const albumId = await world.createAlbum(customerId, 'Summer', photoIds);
  const named = new Map([...letters].map((letter, index) => [letter, photoIds[index] ?? '']));
  const idOf = (letter: string) => named.get(letter) ?? '';
  const letterOf = (photoId: string) => [...named].find(([, stored]) => stored === photoId)?.[0] ?? '?';
  const place = (moved: string, before: string | null, shown: object = BY_DATE) =>
    world.album(customerId, 'PUT', `/${albumId}/own-order/photos`, {
      photoIds: [...moved].map(idOf),
      before: before === null ? null : idOf(before),
      shown,
    });
  return {
    customerId,
    albumId,
    idOf,
    place,
    name: (letter: string, photoId: string) => named.set(letter, photoId),
    setOwn: (isInOwnOrder: boolean) =>
      world.album(customerId, 'PUT', `/${albumId}/own-order`, { isInOwnOrder }),
    /** The letters in the album's own order: its layout, and its pages. */
    async order() {
      const query = 'inOwnOrder=true';
      const { body: layout } = await world.album(customerId, 'GET', `/${albumId}/layout?${query}`);
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const at: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
        const { body } = await world.album(customerId, 'GET', `/${albumId}/photos?${query}&limit=2${at}`);
        ids.push(...body.images.map(({ imageId }) => imageId));
        cursor = body.cursor;
      } while (cursor);
      expect(Buffer.from(layout.ids, 'base64').toString('hex')).toBe(ids.join('').replaceAll('-', ''));
      return ids.map(letterOf).join('');
    },
    async isInOwnOrder() {
      return (await world.album(customerId, 'GET', `/${albumId}`)).body.isInOwnOrder ?? false;
    },
  };
}

describe('the own order of an album', () => {
  test('begins with the sort that was shown when a photo is moved first', async () => {
    const album = await albumOf('abcde');
    expect(await album.isInOwnOrder()).toBe(false);
    expect((await album.place('d', 'b')).status).toBe(204);
    expect([await album.order(), await album.isInOwnOrder()]).toEqual(['adbce', true]);
    const other = await albumOf('abcde');
    await other.place('d', 'b', { sortKey: 'dateTaken', sortOrder: 'asc' });
    expect(await other.order()).toBe('ecdba');
  });

  test('has photos before another, at the beginning and at the end, one or several in the order given', async () => {
    const album = await albumOf('abcdefg');
    const moves: [string, string | null, string][] = [
      ['c', 'a', 'cabdefg'],
      ['a', null, 'cbdefga'],
      ['gb', 'd', 'cgbdefa'],
      ['fed', 'c', 'fedcgba'],
      ['ac', null, 'fedgbac'],
      ['ac', null, 'fedgbac'],
      ['dg', 'b', 'fedgbac'],
      ['ff', 'e', 'fedgbac'],
    ];
    for (const [moved, before, expected] of moves) {
      expect((await album.place(moved, before)).status).toBe(204);
      expect(await album.order()).toBe(expected);
    }
  });

  test('has room for any number of moves to one spot', async () => {
    const album = await albumOf('abcd');
    await album.place('a', null);
    let expected = 'bcda';
    for (let move = 0; move < 70; move++) {
      const moved = expected[0] ?? '';
      await album.place(moved, 'a');
      expected = `${expected.slice(1, 3)}${moved}a`;
    }
    expect(await album.order()).toBe(expected);
  });

  test('of moves from several screens at once holds every photo once', async () => {
    const album = await albumOf('abcdefghij');
    const answers = await Promise.all([
      album.place('jih', 'a'),
      album.place('abc', null),
      album.place('e', 'd'),
      album.place('fg', 'b'),
      world.album(album.customerId, 'DELETE', `/${album.albumId}/photos`, { photoIds: [album.idOf('i')] }),
    ]);
    expect(answers.every(({ status }) => status === 204 || status === 404)).toBe(true);
    expect([...(await album.order())].toSorted().join('')).toBe('abcdefghj');
  });

  test('has what is added at its end, also between moves, and forgets what leaves', async () => {
    const album = await albumOf('abc');
    await album.place('c', 'a');
    const add = async (letters: string) => {
      const ids = await world.addPhotos(album.customerId, letters.length);
      for (const [index, id] of ids.entries()) album.name(letters[index] ?? '', id);
      await world.album(album.customerId, 'POST', `/${album.albumId}/photos`, { photoIds: ids });
    };
    await add('x');
    await add('y');
    expect(await album.order()).toBe('cabxy');
    await album.place('y', 'x');
    await add('z');
    expect(await album.order()).toBe('cabyxz');
    await world.album(album.customerId, 'DELETE', `/${album.albumId}/photos`, {
      photoIds: [album.idOf('a')],
    });
    await world.album(album.customerId, 'POST', `/${album.albumId}/photos`, { photoIds: [album.idOf('a')] });
    expect(await album.order()).toBe('cbyxza');
  });

  test('is kept while the album is sorted, and pushed to every screen when it changes', async () => {
    const album = await albumOf('abc');
    await album.place('c', 'a');
    const messages = await world.listen(album.customerId);
    expect((await album.setOwn(false)).status).toBe(204);
    expect(await album.isInOwnOrder()).toBe(false);
    await album.setOwn(false);
    await album.setOwn(true);
    expect([await album.isInOwnOrder(), await album.order()]).toEqual([true, 'cab']);
    await album.place('c', 'b');
    const received = () =>
      messages.flatMap((message) => ('type' in message && message.type === 'albums-changed' ? [1] : []));
    await expect.poll(() => received().length).toBe(3);
  });

  test('has deleted photos back at their places, also those whose file was added again', async () => {
    const album = await albumOf('abcd');
    const sha256 = randomBytes(32);
    const add = () => addPhotoRow({ db: world.db, clock: { now: new Date() } }, album.customerId, { sha256 });
    const { photoId } = await add();
    album.name('x', photoId);
    await world.album(album.customerId, 'POST', `/${album.albumId}/photos`, { photoIds: [photoId] });
    await album.place('xd', 'b');
    expect(await album.order()).toBe('axdbc');
    const gone = ['x', 'd'].map(album.idOf);
    await photos(album.customerId, 'DELETE', '', { photoIds: gone });
    expect(await album.order()).toBe('abc');
    album.name('x', (await add()).photoId);
    await photos(album.customerId, 'POST', '/deleted/restore', { photoIds: gone });
    expect(await album.order()).toBe('axdbc');
  });

  test('combines with a filter, and leaves both sorts as they are [SRT-02]', async () => {
    const album = await albumOf('abcd');
    await album.place('d', 'a');
    await photos(album.customerId, 'PUT', '/favourites', {
      photoIds: ['b', 'd'].map(album.idOf),
      isFavourite: true,
    });
    const read = async (query: string) =>
      (await world.album(album.customerId, 'GET', `/${album.albumId}/photos?${query}`)).body.images.map(
        ({ imageId }) => imageId,
      );
    expect(await read('inOwnOrder=true&filter=favourites')).toEqual(['d', 'b'].map(album.idOf));
    expect(await read('sortKey=dateTaken')).toEqual(['a', 'b', 'c', 'd'].map(album.idOf));
    const { status } = await world.album(album.customerId, 'GET', `/${album.albumId}/photos?sortKey=own`);
    expect(status).toBe(400);
  });

  test('is the owner’s alone: strangers, foreign photos and shared albums are refused', async () => {
    const album = await albumOf('abc');
    const stranger = newCustomerId();
    const url = `/${album.albumId}/own-order`;
    const [foreign = ''] = await world.addPhotos(stranger, 1);
    const move = { photoIds: [album.idOf('a')], before: null, shown: BY_DATE };
    expect((await world.album(stranger, 'PUT', `${url}/photos`, move)).status).toBe(404);
    expect((await world.album(stranger, 'PUT', url, { isInOwnOrder: true })).status).toBe(404);
    const put = (body: object) => world.album(album.customerId, 'PUT', `${url}/photos`, { ...move, ...body });
    expect((await put({ photoIds: [foreign, randomUUID()] })).status).toBe(404);
    expect((await put({ before: foreign })).status).toBe(404);
    expect((await put({ photoIds: [album.idOf('a'), foreign], before: album.idOf('c') })).status).toBe(204);
    expect(await album.order()).toBe('bac');
    for (const body of [
      { before: album.idOf('a') },
      { photoIds: [] },
      { shown: { sortKey: 'own' } },
      { before: 7 },
    ]) {
      expect((await put(body)).status).toBe(400);
    }
    await world.share(album.customerId, album.albumId, [stranger]);
    expect((await put({})).status).toBe(403);
  });
});
