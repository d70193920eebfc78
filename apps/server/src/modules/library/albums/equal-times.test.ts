import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createCursors } from '../../../platform/paging.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { addPhotoRow } from '../../../testing/photos.ts';
import { runRound } from '../../../testing/run-backfill.ts';
import { orderByName } from '../photos/index.ts';
import { startAlbums, type TestAlbums } from './albums.fixture.ts';
import { updateInAlbums } from './follow-photos.ts';
import { readAlbumPhotoPage } from './read-album-photos.ts';

let world: TestAlbums;
beforeAll(async () => {
  world = await startAlbums();
});
afterAll(() => world.stop());
afterEach(async () => expect(await world.audit()).toEqual([]));

const ORDER = ['IMG-20200501-WA0000', 'IMG-20200501-WA0002', 'IMG-20200501-WA0009', 'IMG-20200501-WA0010'];
const NEWEST_FIRST = ORDER.toReversed().map((stem) => `${stem}.jpg`);

/** Photos of one time in an album, uploaded in no order. */
async function seedEqualTimes() {
  const customerId = newCustomerId();
  const clock = { now: new Date(Date.UTC(2024, 5, 1)) };
  const photoIds: string[] = [];
  for (const at of [2, 0, 3, 1]) {
    const details = { fileName: `${ORDER[at]}.jpg`, takenAt: '2020-05-01T00:00:00' };
    photoIds.push((await addPhotoRow({ db: world.db, clock }, customerId, details)).photoId);
  }
  return { customerId, albumId: await world.createAlbum(customerId, 'May', photoIds), photoIds };
}

async function pagesOf(customerId: CustomerId, path: string): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await world.call(
      customerId,
      'GET',
      `/photo-management${path}${path.includes('?') ? '&' : '?'}limit=3${cursor && `&cursor=${cursor}`}`,
    );
    names.push(...body.images.map(({ localFileName }) => localFileName));
    cursor = body.cursor ?? null;
  }
  return names;
}

const idsOf = (column: string) => Buffer.from(column, 'base64').toString('hex').match(/.{32}/g);
const hex = (id: string) => id.replaceAll('-', '');

test('photos of equal times are in the order of their names, on pages and in layouts', async () => {
  const { customerId, albumId, photoIds } = await seedEqualTimes();
  const wanted = [2, 0, 3, 1].map((at) => hex(photoIds[at] ?? ''));
  for (const path of ['/photos/timeline/2020/5', `/albums/${albumId}/photos`]) {
    for (const sortKey of path.includes('albums') ? ['dateTaken', 'created'] : ['dateTaken']) {
      expect(await pagesOf(customerId, `${path}?sortKey=${sortKey}&sortOrder=desc`)).toEqual(NEWEST_FIRST);
      const oldest = await pagesOf(customerId, `${path}?sortKey=${sortKey}&sortOrder=asc`);
      expect(oldest).toEqual(NEWEST_FIRST.toReversed());
    }
    const layout = `${path.replace(/\/photos$/, '')}/layout?sortKey=dateTaken`;
    const { body } = await world.call(customerId, 'GET', `/photo-management${layout}`);
    expect(idsOf(body.ids)).toEqual(wanted);
  }
});

test('a page that was open before names broke ties goes on where it was', async () => {
  const { customerId, albumId, photoIds } = await seedEqualTimes();
  const cursors = createCursors('secret');
  const list = `photos of album ${albumId} of ${customerId} by dateTaken desc`;
  const cursor = cursors.encode({ customerId, list }, ['2020-05-01 00:00:00', photoIds[0] ?? '']);
  const { photos } = await readAlbumPhotoPage(
    { db: world.db, cursors },
    {
      ownerId: customerId,
      albumId,
      viewerId: customerId,
      sort: { sortKey: 'dateTaken', sortOrder: 'desc' },
      cursor,
      limit: 9,
    },
  );
  expect(photos.map(({ photoId }) => photoId)).toEqual([photoIds[3], photoIds[1]]);
});

test('photos of earlier releases are put in order, in the library and in albums', async () => {
  const { customerId, albumId } = await seedEqualTimes();
  await world.db.updateTable('photos').set({ name_order: '' }).execute();
  await world.db.updateTable('album_photos').set({ name_order: '' }).execute();
  expect(await pagesOf(customerId, `/albums/${albumId}/photos?sortKey=dateTaken`)).not.toEqual(NEWEST_FIRST);
  expect(await runRound(world.db, orderByName(updateInAlbums))).toBe('done');
  expect(await pagesOf(customerId, `/albums/${albumId}/photos?sortKey=dateTaken`)).toEqual(NEWEST_FIRST);
  expect(await pagesOf(customerId, '/photos/timeline/2020/5')).toEqual(NEWEST_FIRST);
});
