import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { startAlbums, type TestAlbums } from '../albums/albums.fixture.ts';

let world: TestAlbums;
beforeAll(async () => {
  world = await startAlbums();
});
afterAll(() => world.stop());

/** A consistent shared album of two customers with a photo of each. */
async function shareAlbum() {
  const [owner, guest] = [newCustomerId(), newCustomerId()];
  const albumId = await world.createAlbum(owner, 'Together', await world.addPhotos(owner, 1));
  await world.share(owner, albumId, [guest]);
  await world.bring(owner, albumId, guest, await world.addPhotos(guest, 1));
  return { owner, guest, albumId };
}

test('the audit finds nothing in consistent albums', async () => {
  await shareAlbum();
  expect(await world.audit()).toEqual([]);
});

test.each([
  ['a count', (album: string) => sql`update albums set photos_count = 9 where id = ${album}`],
  ['the album', (album: string) => sql`delete from albums where id = ${album}`],
  [
    'a photo',
    (album: string) =>
      sql`delete from photos using album_photos where album_id = ${album} and photos.id = photo_id`,
  ],
  [
    'a date',
    (album: string) => sql`update album_photos set taken_order = '1999-01-01' where album_id = ${album}`,
  ],
  ['the right', (album: string) => sql`delete from shared_album_grants where album_id = ${album}`],
  ['what is shared', (album: string) => sql`update albums set is_shared = false where id = ${album}`],
])('the audit finds a row changed directly: %s', async (_what, spoil) => {
  const { albumId } = await shareAlbum();
  await spoil(albumId).execute(world.db);
  const found = JSON.stringify(await world.audit());
  expect(found).toContain(albumId);
  await world.db.deleteFrom('albums').execute();
  await world.db.deleteFrom('album_photos').execute();
  await world.db.deleteFrom('shared_album_grants').execute();
});
