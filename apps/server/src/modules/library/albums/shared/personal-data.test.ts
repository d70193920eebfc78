import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { PushMessage } from '@keepsake/contracts/push';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { areasOf } from '../../../../platform/erase-declared.ts';
import type { PersonalData } from '../../../../platform/personal-data.ts';
import { addCustomer } from '../../../../testing/customers.ts';
import { startAlbums, type TestAlbums } from '../albums.fixture.ts';

let world: TestAlbums;
beforeAll(async () => {
  world = await startAlbums();
});
afterAll(() => world.stop());

const LIST = '/shared-albums';

/** An album that Anna shares with Noah, with a photo of hers and one of his. */
async function share() {
  const [anna, noah] = [await addCustomer(world.db), await addCustomer(world.db)];
  const [hers = ''] = await world.addPhotos(anna, 1);
  const [his = ''] = await world.addPhotos(noah, 1);
  const albumId = await world.createAlbum(anna, 'Together', [hers]);
  await world.share(anna, albumId, [noah]);
  await world.bring(anna, albumId, noah, [his]);
  return { anna, noah, hers, his, albumId };
}

const setClosed = (customerId: CustomerId, closedAt: Date | null) =>
  world.db.updateTable('customers').set({ deleted_at: closedAt }).where('user_id', '=', customerId).execute();

function areaOf(name: string): PersonalData {
  const found = areasOf(world.db, world.modules).find(({ area }) => area === name);
  if (!found) throw new Error(`No module has the area ${name}`);
  return found;
}

const closing = { closedAt: new Date(), emails: [] };

describe('shared albums of a closed account', () => {
  test('vanish for all participants at once, and return when the customer comes back', async () => {
    const { anna, noah, albumId } = await share();
    const seen = async () => ({
      listed: (await world.shared(noah, 'GET', LIST)).body.albums.map((album) => album.albumId),
      count: (await world.shared(noah, 'GET', '/users')).body.readAlbumsCount,
      album: (await world.shared(noah, 'GET', `${LIST}/${albumId}`)).status,
      photos: (await world.shared(noah, 'GET', `${LIST}/${albumId}/photos`)).status,
      people: (await world.shared(noah, 'GET', `${LIST}/${albumId}/participants`)).status,
    });
    const whole = { listed: [albumId], count: 1, album: 200, photos: 200, people: 200 };
    expect(await seen()).toEqual(whole);
    await setClosed(anna, new Date());
    expect(await seen()).toEqual({ listed: [], count: 0, album: 404, photos: 404, people: 404 });
    await setClosed(anna, null);
    expect(await seen()).toEqual(whole);
  });

  test('are pushed to the screens of their participants', async () => {
    const { anna, noah, albumId } = await share();
    const received = await world.listen<PushMessage>(noah);
    await world.db.transaction().execute(async (trx) => areaOf('albums').notifyOthers?.(trx, anna));
    const notified = expect.objectContaining({ type: 'albums-changed', data: { albumIds: [albumId] } });
    await expect.poll(() => received).toContainEqual(notified);
  });
});

describe('erased data of albums', () => {
  test('are those of the customer, with others’ rights to see them; photos of others stay', async () => {
    const { anna, noah, his, albumId } = await share();
    await world.createAlbum(anna, 'Alone');
    expect(await areaOf('albums').countLosses?.(anna)).toEqual([{ kind: 'albums', count: 1 }]);
    expect(await areaOf('shared-albums').countLosses?.(anna)).toEqual([{ kind: 'sharedAlbums', count: 1 }]);
    expect(await areaOf('shared-albums').countLosses?.(noah)).toEqual([{ kind: 'sharedAlbums', count: 1 }]);
    for (let time = 0; time < 2; time++) {
      expect(await areaOf('albums').erase(anna, closing)).toBeNull();
      expect(await areaOf('shared-albums').erase(anna, closing)).toBeNull();
    }
    expect((await world.shared(noah, 'GET', `${LIST}/${albumId}`)).status).toBe(404);
    expect((await world.call(noah, 'GET', `/photo-management/photos/${his}`)).status).toBe(200);
    expect(await areaOf('albums').countLosses?.(anna)).toEqual([]);
    const grants = await world.db.selectFrom('shared_album_grants').selectAll().execute();
    expect(grants.filter(({ owner_id }) => owner_id === anna)).toEqual([]);
    expect(await world.audit()).toEqual([]);
  });

  test('are photos of the customer in others’ albums, who keep their own, also while those are closed', async () => {
    for (const closedAt of [null, new Date()]) {
      const { anna, noah, hers, his, albumId } = await share();
      await setClosed(anna, closedAt);
      expect(await areaOf('shared-albums').erase(noah, closing)).toBeNull();
      await setClosed(anna, null);
      const { body } = await world.album(anna, 'GET', `/${albumId}/photos`);
      expect(body.images.map(({ imageId }) => imageId)).toEqual([hers]);
      const left = await world.db
        .selectFrom('album_photos')
        .select('photo_id')
        .where('photo_owner_id', '=', noah)
        .execute();
      expect(left).toEqual([]);
      expect((await world.call(noah, 'GET', `/photo-management/photos/${his}`)).status).toBe(200);
      expect(await world.audit()).toEqual([]);
    }
  });

  test('is incomplete if the node stops between two albums', async () => {
    const { anna, albumId } = await share();
    const signal = AbortSignal.abort(new Error('stopping'));
    await expect(areaOf('albums').erase(anna, { ...closing, signal })).rejects.toThrow('stopping');
    expect((await world.shared(anna, 'GET', `${LIST}/${albumId}`)).status).toBe(200);
  });
});

/** Rows of one file of 'my data', checked against the published schema. */
async function rowsOf(area: string, name: string, customerId: CustomerId): Promise<unknown[]> {
  const file = areaOf(area).files?.find((one) => one.name === name);
  if (!file) throw new Error(`No file ${name}`);
  const rows = await Array.fromAsync(file.read(customerId));
  return rows.map((row) => z.parse(file.row, row));
}

test("'my data' has albums, their photos, their participants, and those of others by name", async () => {
  const { anna, noah, hers, albumId } = await share();
  const emails = await world.db.selectFrom('customers').select(['user_id', 'email']).execute();
  const noahs = emails.find(({ user_id }) => user_id === noah)?.email;
  expect(await rowsOf('albums', 'albums', anna)).toMatchObject([
    { id: albumId, name: 'Together', isShared: true, photosCount: 2 },
  ]);
  expect(await rowsOf('albums', 'album-photos', anna)).toMatchObject([{ albumId, photoId: hers }]);
  expect(await rowsOf('shared-albums', 'album-participants', anna)).toMatchObject([
    { albumId, email: noahs },
  ]);
  expect(await rowsOf('shared-albums', 'albums-of-others', noah)).toMatchObject([
    { albumId, name: 'Together' },
  ]);
  expect(await rowsOf('albums', 'album-photos', noah)).toEqual([]);
});
