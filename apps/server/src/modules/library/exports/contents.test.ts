import { randomBytes } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setBrandWording } from '../../../testing/brand-wording.ts';
import { changeDates } from '../photos/change-dates.ts';
import { markFavourites, setCaption } from '../photos/customer-marks.ts';
import { type ExportsWorld, startExports } from './exports.fixture.ts';
import { unzipAll } from './testing/unzip-all.ts';

const CHUNK_BYTES = 40_000;
let world: ExportsWorld;
let small: ExportsWorld;
beforeAll(async () => {
  world = await startExports({ exportsPerDay: 100 });
  small = await startExports({ chunkBytes: CHUNK_BYTES, exportsPerDay: 100 });
});
afterAll(() => Promise.all([world.stop(), small.stop()]));

/** Requests an export, downloads all its chunks and unpacks them into one folder. */
async function exportAll(from: ExportsWorld, customerId: CustomerId) {
  const { backupId, chunks } = await from.makeReady(customerId);
  const saved = [];
  for (const { iteration, size } of chunks) {
    const { file, bytes } = await from.download(customerId, backupId, iteration);
    expect(bytes).toBe(size);
    saved.push(file);
  }
  return { chunks, ...unzipAll(saved) };
}

describe('the content of an export', () => {
  test('is every original byte for byte, albums by name and the rest by year and month', async () => {
    const customerId = await world.addCustomer();
    const beach = await world.add(customerId, { name: 'beach.jpg' });
    const hill = await world.add(customerId, { name: 'hill.jpg', takenAt: '2021-05-01T10:00:00' });
    const lake = await world.add(customerId, { name: 'lake.jpg', takenAt: '2021-06-01T10:00:00' });
    const scan = await world.add(customerId, { name: 'scan.png', takenAt: null });
    const early = await world.add(customerId, { name: 'early.jpg', takenAt: '1970-01-01T00:00:00' });
    await world.addAlbum(customerId, 'Été à la mer', [beach.photoId]);
    const { photos, manifests, lists } = await exportAll(world, customerId);
    expect(photos).toEqual({
      'Albums/Été à la mer/beach.jpg': beach.sha256,
      '1970/01/early.jpg': early.sha256,
      '2021/05/hill.jpg': hill.sha256,
      '2021/06/lake.jpg': lake.sha256,
      'Unknown date/scan.png': scan.sha256,
    });
    expect(manifests).toMatchObject([{ part: 1, notIncluded: [] }]);
    const listed = manifests[0]?.photos ?? [];
    expect(Object.fromEntries(listed.map(({ file, sha256 }) => [file, sha256]))).toEqual(photos);
    expect(listed[0]).toEqual({
      file: 'Albums/Été à la mer/beach.jpg',
      bytes: 2_000,
      sha256: beach.sha256,
      taken: '2020-02-29T23:59:58',
      albums: ['Été à la mer'],
    });
    expect(lists[0]).toContain('Photos in this part (5)');
  });

  test('says which photos are favourites, and is made anew when they change', async () => {
    const customerId = await world.addCustomer();
    const liked = await world.add(customerId, { name: 'liked.jpg' });
    await world.add(customerId, { name: 'other.jpg' });
    const favouritesOf = async () => {
      const [manifest] = (await exportAll(world, customerId)).manifests;
      return manifest?.photos.map(({ file, favourite }) => [file, favourite]);
    };
    const [none, one] = [
      [
        ['2020/02/liked.jpg', undefined],
        ['2020/02/other.jpg', undefined],
      ],
      [
        ['2020/02/liked.jpg', true],
        ['2020/02/other.jpg', undefined],
      ],
    ];
    expect(await favouritesOf()).toEqual(none);
    const marking = { photoIds: [liked.photoId], isFavourite: true };
    await world.db.transaction().execute((trx) => markFavourites(trx, customerId, marking));
    expect(await favouritesOf()).toEqual(one);
  });

  test('says what was written about photos, and is made anew when it changes', async () => {
    const customerId = await world.addCustomer();
    const { photoId } = await world.add(customerId, { name: 'one.jpg' });
    const captionOf = async () => {
      // The latest export is the one that would be offered again.
      world.clock.now = new Date(world.clock.now.getTime() + 1_000);
      return (await exportAll(world, customerId)).manifests.flatMap(({ photos }) => photos)[0]?.caption;
    };
    expect(await captionOf()).toBeUndefined();
    for (const caption of ['Opa', 'Opa im "Garten"']) {
      await setCaption({ db: world.db, clock: () => new Date() }, { customerId, photoId, caption });
      expect(await captionOf()).toBe(caption);
    }
  });

  test('says which dates were corrected and what their files say, and is made anew when they change', async () => {
    const customerId = await world.addCustomer();
    const { photoId } = await world.add(customerId, { name: 'one.jpg' });
    const [recorded] = (await exportAll(world, customerId)).manifests.flatMap(({ photos }) => photos);
    expect(recorded).not.toHaveProperty('takenByFile');
    const correct = (date: string) =>
      world.db.transaction().execute((trx) =>
        changeDates({ moveInAlbums: async () => undefined }, trx, {
          customerId,
          photoIds: [photoId],
          change: { kind: 'set', date },
          now: new Date(),
        }),
      );
    for (const [date, file] of [
      ['1974', '1974/07/one.jpg'],
      ['1974-07-02T10:00:00', '1974/07/one.jpg'],
    ] as const) {
      await correct(date);
      const [corrected] = (await exportAll(world, customerId)).manifests.flatMap(({ photos }) => photos);
      expect(corrected).toMatchObject({ file, taken: date, takenByFile: recorded?.taken });
    }
  });

  test('has a photo in several albums once, in the oldest, and names the others', async () => {
    const customerId = await world.addCustomer();
    const both = await world.add(customerId, { name: 'both.jpg' });
    const one = await world.add(customerId, { name: 'one.jpg' });
    await world.addAlbum(customerId, 'Younger', [both.photoId, one.photoId], new Date('2025-01-01'));
    await world.addAlbum(customerId, 'Older', [both.photoId], new Date('2024-01-01'));
    const { photos, manifests, lists } = await exportAll(world, customerId);
    expect(photos).toEqual({ 'Albums/Older/both.jpg': both.sha256, 'Albums/Younger/one.jpg': one.sha256 });
    expect(manifests[0]?.photos[0]?.albums).toEqual(['Older', 'Younger']);
    expect(lists[0]).toContain('- Albums/Older/both.jpg: Older · Younger');
  });

  test('names every photo safely and uniquely, also in albums with the same name', async () => {
    const customerId = await world.addCustomer();
    const add = async (name: string) =>
      (await world.add(customerId, { name, takenAt: '2021-05-01T10:00:00' })).photoId;
    const [a, b, c] = [await add('a.jpg'), await add('A.JPG'), await add('../../etc/passwd')];
    const [con, long] = [await add('con.jpg'), await add(`${'ä'.repeat(120)}.jpg`)];
    const albums = [[a], [b], [con]];
    for (const [index, photoIds] of albums.entries())
      await world.addAlbum(
        customerId,
        ['J.R. Smith', 'j.r. smith', '..'][index] ?? '',
        photoIds,
        new Date(2024, 0, index + 1),
      );
    for (const name of ['a.jpg', 'a.jpg']) await add(name);
    expect([c, long]).toHaveLength(2);
    const paths = Object.keys((await exportAll(world, customerId)).photos);
    expect(paths.toSorted()).toEqual(
      [
        'Albums/J.R. Smith/a.jpg',
        'Albums/j.r. smith (2)/A.JPG',
        'Albums/photo/_con.jpg',
        '2021/05/_.._etc_passwd',
        '2021/05/a.jpg',
        '2021/05/a (2).jpg',
        `2021/05/${'ä'.repeat(58)}.jpg`,
      ].toSorted(),
    );
  });

  test('is in the customer’s language', async () => {
    const customerId = await world.addCustomer({ channel: 'bildersonn' });
    const { photoId } = await world.add(customerId);
    await world.add(customerId, { name: 'b.jpg', takenAt: null });
    await world.addAlbum(customerId, 'Sommer', [photoId]);
    const { photos, lists } = await exportAll(world, customerId);
    expect(Object.keys(photos).toSorted()).toEqual(['Alben/Sommer/a.jpg', 'Unbekanntes Datum/b.jpg']);
    expect(lists[0]).toMatch(/^Ihre Fotos, Teil 1 Ihres Exports vom \d{1,2}\. \p{L}+ \d{4}\n/u);
    expect(lists[0]).toContain('Fotos in diesem Teil (2)');
  });

  test('has the wording of its brand', async () => {
    const wording = { 'folder.unknownDate': 'Undated', 'contents.photos': 'Your {count} moments' };
    setBrandWording('pennyfern', 'en-GB', { exports: { ...wording, 'file.contents': 'moments-{part}.txt' } });
    const customerId = await world.addCustomer();
    await world.add(customerId, { name: 'scan.png', takenAt: null });
    const { photos, lists } = await exportAll(world, customerId);
    expect(Object.keys(photos)).toEqual(['Undated/scan.png']);
    expect(lists[0]).toContain('Your 1 moments');
  });

  test('comes in chunks of at most the configured size, with at least one photo each, and unpacks into one folder [EXP-28, EXP-29]', async () => {
    const customerId = await small.addCustomer();
    const added = [];
    for (let index = 0; index < 30; index++)
      added.push(await small.add(customerId, { name: 'same.jpg', content: randomBytes(5_000) }));
    const large = await small.add(customerId, { name: 'large.jpg', content: randomBytes(3 * CHUNK_BYTES) });
    const { chunks, photos, manifests } = await exportAll(small, customerId);
    expect(chunks.map(({ iteration }) => iteration)).toEqual(chunks.map((_, index) => index));
    const tooLong = chunks.filter(({ size }) => size > CHUNK_BYTES);
    expect(tooLong).toHaveLength(1);
    expect(manifests.filter(({ photos: some }) => some.length === 0)).toEqual([]);
    expect(Object.values(photos).toSorted()).toEqual(
      [...added, large].map(({ sha256 }) => sha256).toSorted(),
    );
    expect(manifests.map(({ part }) => part).toSorted((a, b) => a - b)).toEqual(
      chunks.map((_, index) => index + 1),
    );
  });

  test('has every photo once even if photos move among albums during planning', async () => {
    const customerId = await small.addCustomer();
    const added = [];
    for (let index = 0; index < 60; index++)
      added.push(await small.add(customerId, { name: `${index}.jpg`, content: randomBytes(3_000) }));
    const half = added.slice(0, 30).map(({ photoId }) => photoId);
    const albumId = await small.addAlbum(customerId, 'Moving', half);
    let isOver = false;
    const move = async () => {
      while (!isOver) {
        await small.db
          .updateTable('albums')
          .set({ created_at: new Date() })
          .where('id', '=', albumId)
          .execute();
        await small.db.deleteFrom('album_photos').where('album_id', '=', albumId).execute();
        await small.addAlbum(customerId, 'Another', half.slice(0, 10));
      }
    };
    const moving = move();
    const exported = exportAll(small, customerId).finally(() => {
      isOver = true;
    });
    const { photos } = await exported;
    await moving;
    expect(Object.values(photos).toSorted()).toEqual(added.map(({ sha256 }) => sha256).toSorted());
  });
});
