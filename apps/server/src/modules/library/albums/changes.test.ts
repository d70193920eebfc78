import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { startAlbums, type TestAlbums } from './albums.fixture.ts';
import { updateInAlbums } from './follow-photos.ts';

let world: TestAlbums;
beforeAll(async () => {
  world = await startAlbums();
});
afterAll(() => world.stop());
afterEach(async () => expect(await world.audit()).toEqual([]));

const photosOf = async (customerId: CustomerId, albumId: string) =>
  (await world.album(customerId, 'GET', `/${albumId}/photos`)).body.images.map(({ imageId }) => imageId);

describe('concurrent changes', () => {
  test('count photos once that two requests add [CPY-08]', async () => {
    const customerId = newCustomerId();
    const photoIds = await world.addPhotos(customerId, 60);
    for (let round = 0; round < 4; round++) {
      const albumId = await world.createAlbum(customerId);
      const add = (ids: string[]) => world.album(customerId, 'POST', `/${albumId}/photos`, { photoIds: ids });
      const answers = await Promise.all([add(photoIds), add(photoIds.toReversed()), add(photoIds.slice(9))]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(answers.reduce((sum, { body }) => sum + body.addedCount, 0)).toBe(60);
      expect((await world.album(customerId, 'GET', `/${albumId}`)).body.photosCount).toBe(60);
    }
  });

  test('leave no entry of a photo deleted while it is added', async () => {
    const customerId = newCustomerId();
    for (let round = 0; round < 6; round++) {
      const photoIds = await world.addPhotos(customerId, 20);
      const albumId = await world.createAlbum(customerId);
      const [added, deleted] = await Promise.all([
        world.album(customerId, 'POST', `/${albumId}/photos`, { photoIds }),
        world.call(customerId, 'DELETE', '/photo-management/photos', { photoIds: photoIds.slice(0, 15) }),
      ]);
      expect([added.status, deleted.status, deleted.body.failed]).toEqual([200, 200, []]);
      expect(await photosOf(customerId, albumId)).toEqual(photoIds.slice(15));
    }
  });

  test('leave nothing of an album deleted while photos are added', async () => {
    const customerId = newCustomerId();
    const photoIds = await world.addPhotos(customerId, 30);
    for (let round = 0; round < 6; round++) {
      const albumId = await world.createAlbum(customerId);
      const [gone, added] = await Promise.all([
        world.album(customerId, 'DELETE', `/${albumId}`),
        world.album(customerId, 'POST', `/${albumId}/photos`, { photoIds }),
      ]);
      expect(gone.status).toBe(204);
      expect([200, 404]).toContain(added.status);
      const left = await world.db
        .selectFrom('album_photos')
        .selectAll()
        .where('album_id', '=', albumId)
        .execute();
      expect(left).toEqual([]);
    }
  });

  test('refuse albums beyond the limit, and say so', async () => {
    const customerId = newCustomerId();
    await sql`insert into albums (user_id, id, name, created_at, updated_at)
      select ${customerId}, gen_random_uuid(), 'Album ' || n, now(), now() from generate_series(1, 10000) as n`.execute(
      world.db,
    );
    const { status, body } = await world.album(customerId, 'POST', '', { name: 'One more' });
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.detail).toContain('10000');
    const { body: page } = await world.album(customerId, 'GET', '?sortKey=name&sortOrder=asc&limit=3');
    expect(page.albums.map(({ albumName }) => albumName)).toEqual(['Album 1', 'Album 2', 'Album 3']);
  });
});

describe('pushes about albums', () => {
  test('reach every screen that shows them, and no others', async () => {
    const [anna, noah, mira] = [newCustomerId(), newCustomerId(), newCustomerId()];
    const [hers, his] = [await world.addPhotos(anna, 1), await world.addPhotos(noah, 1)];
    const plain = await world.createAlbum(anna, 'Plain');
    const shared = await world.createAlbum(anna, 'Shared', hers);
    await world.share(anna, shared, [noah, mira]);
    await world.bring(anna, shared, noah, his);
    const pushes = await Promise.all([anna, noah, mira].map((customer) => world.listen(customer)));
    const received = () =>
      pushes.map((messages) =>
        messages.flatMap((message) =>
          'type' in message && message.type === 'albums-changed' ? [message.data.albumIds] : [],
        ),
      );
    const url = `/${plain}/photos`;
    const photoIds = { photoIds: hers };
    await world.album(anna, 'PATCH', `/${plain}`, { name: 'Plainer' });
    await world.album(anna, 'POST', url, photoIds);
    await world.album(anna, 'POST', url, photoIds);
    await world.album(anna, 'DELETE', url, photoIds);
    const plains = [[plain], [plain], [plain]];
    await expect.poll(received).toEqual([plains, [], []]);
    await world.call(noah, 'DELETE', '/photo-management/photos', { photoIds: his });
    await expect.poll(received).toEqual([[...plains, [shared]], [[shared]], [[shared]]]);
    await world.shared(noah, 'DELETE', `/shared-albums/${shared}`);
    await expect.poll(received).toEqual([
      [...plains, [shared], [shared]],
      [[shared], [shared]],
      [[shared], [shared]],
    ]);
  });
});

describe('an album', () => {
  test('shows its last change, and is sorted by it [ALB-20]', async () => {
    const customerId = newCustomerId();
    const photoIds = await world.addPhotos(customerId, 1);
    const [first, second] = [
      await world.createAlbum(customerId, 'First'),
      await world.createAlbum(customerId, 'Second'),
    ];
    const order = async () =>
      (await world.album(customerId, 'GET', '?sortKey=updated')).body.albums.map(({ albumId }) => albumId);
    expect(await order()).toEqual([second, first]);
    await world.album(customerId, 'POST', `/${first}/photos`, { photoIds });
    expect(await order()).toEqual([first, second]);
    const { created, updated } = (await world.album(customerId, 'GET', `/${first}`)).body;
    expect(Date.parse(updated)).toBeGreaterThan(Date.parse(created));
  });

  test('follows a photo whose date and shape become known, also in another customer’s shared album', async () => {
    const [anna, noah] = [newCustomerId(), newCustomerId()];
    const [first = '', second = ''] = await world.addPhotos(noah, 2);
    const own = await world.createAlbum(noah, 'Own', [first, second]);
    const shared = await world.createAlbum(anna, 'Shared');
    await world.share(anna, shared, [noah]);
    await world.bring(anna, shared, noah, [first, second]);
    await world.db.transaction().execute(async (trx) => {
      const found = { taken_at: '2001-02-03 04:05:06', width: 300, height: 200 };
      await trx
        .updateTable('photos')
        .set(found)
        .where('user_id', '=', noah)
        .where('id', '=', first)
        .execute();
      await updateInAlbums(trx, noah, [first]);
    });
    const layouts = [
      await world.album(noah, 'GET', `/${own}/layout?sortKey=dateTaken`),
      await world.shared(anna, 'GET', `/shared-albums/${shared}/layout?sortKey=dateTaken`),
    ];
    for (const { body } of layouts) {
      expect(Buffer.from(body.ids, 'base64').toString('hex', 16)).toBe(first.replaceAll('-', ''));
      expect(Buffer.from(body.ratios, 'base64').readUInt16BE(2)).toBe(1_500);
    }
  });
});
