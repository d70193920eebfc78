import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCustomer } from '../../../../testing/customers.ts';
import { startAlbums, type TestAlbums } from '../albums.fixture.ts';

const SOON = { timeout: 10_000 };

let world: TestAlbums;
beforeAll(async () => {
  world = await startAlbums();
});
afterAll(() => world.stop());

const setDate = (customerId: CustomerId, photoIds: readonly string[], date: string) =>
  world.call(
    customerId,
    'POST',
    '/photo-management/photos/dates',
    { photoIds, change: { kind: 'set', date } },
    { [IDEMPOTENCY_HEADER]: randomUUID() },
  );
const undo = (customerId: CustomerId, body: unknown) =>
  world.call(customerId, 'POST', '/photo-management/photos/dates/undo', body as object);
const ORDER = 'sortKey=dateTaken&sortOrder=asc';

test('photos whose dates their owner corrects move in all albums, also for those with whom they are shared', async () => {
  const [anna, noah] = [await addCustomer(world.db), await addCustomer(world.db)];
  const [latest = '', middle = '', first = ''] = await world.addPhotos(anna, 3);
  const albumId = await world.createAlbum(anna, 'Summer', [latest, middle, first]);
  const other = await world.createAlbum(anna, 'Other', [first]);
  await world.share(anna, albumId, [noah]);
  const shown = async () => {
    const { body } = await world.shared(noah, 'GET', `/shared-albums/${albumId}/photos?${ORDER}`);
    const { body: layout } = await world.album(anna, 'GET', `/${albumId}/layout?${ORDER}`);
    const ids = body.images.map(({ imageId }) => imageId);
    expect(Buffer.from(layout.ids, 'base64').toString('hex')).toBe(ids.join('').replaceAll('-', ''));
    return body.images.map(({ imageId, dateTaken, datePrecision }) => ({
      imageId,
      dateTaken,
      datePrecision,
    }));
  };
  const before = await shown();
  expect(before.map(({ imageId }) => imageId)).toEqual([first, middle, latest]);
  const [hers, his] = [await world.listen(anna), await world.listen(noah)];
  const { body } = await setDate(anna, [latest], '1974');
  expect((await shown())[0]).toEqual({
    imageId: latest,
    dateTaken: '1974-07-01T12:00:00',
    datePrecision: 'year',
  });
  const albumsOf = (messages: typeof hers) =>
    messages.flatMap((message) =>
      'type' in message && message.type === 'albums-changed' ? message.data.albumIds : [],
    );
  await expect.poll(() => albumsOf(his), SOON).toEqual([albumId]);
  await expect.poll(() => albumsOf(hers), SOON).toEqual([albumId]);
  expect(albumsOf(hers)).not.toContain(other);
  const details = await world.shared(
    noah,
    'GET',
    `/shared-albums/${albumId}/photos/${anna}/${latest}/details`,
  );
  expect(JSON.stringify(details.body)).not.toContain('corrected');
  await undo(anna, { changeId: (body as unknown as { changeId: string }).changeId });
  expect(await shown()).toEqual(before);
});
