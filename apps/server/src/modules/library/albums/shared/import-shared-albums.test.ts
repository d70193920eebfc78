import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../../testing/customer-ids.ts';
import { addCustomer } from '../../../../testing/customers.ts';
import { refuseRows } from '../../../../testing/refuse-rows.ts';
import { findByEmail } from '../../../account/customers/index.ts';
import { startAlbums, type TestAlbums } from '../albums.fixture.ts';
import { importSharedAlbums, parseImportFile } from './index.ts';

let world: TestAlbums;
beforeAll(async () => {
  world = await startAlbums();
});
afterAll(() => world.stop());

/** Imports as the command does; returns what became of the file's albums. */
async function importFile(file: object) {
  const { albums, faults } = parseImportFile(JSON.stringify(file));
  if (faults) throw new Error(faults.join('\n'));
  const find = (emails: readonly string[]) => findByEmail(world.db, emails);
  return importSharedAlbums({ db: world.db, now: new Date(), findByEmail: find }, albums);
}

/** Two customers with photos, and an album of both in the retailer's format. */
async function describeAlbum() {
  const name = randomUUID().slice(0, 8);
  const emails = { anna: `Anna.${name}@example.com`, noah: `noah.${name}@example.com` };
  const [anna, noah] = [
    await addCustomer(world.db, { email: emails.anna }),
    await addCustomer(world.db, { email: emails.noah }),
  ];
  const [hers, his] = [await world.addPhotos(anna, 2), await world.addPhotos(noah, 1)];
  const rows = await world.db.selectFrom('photos').selectAll().where('user_id', 'in', [anna, noah]).execute();
  const rowOf = (id = '') => rows.find((row) => row.id === id);
  const album = {
    id: randomUUID(),
    name: 'Weekend',
    owner: emails.anna.toLowerCase(),
    participants: [emails.noah.toUpperCase().replace('EXAMPLE.COM', 'example.com')],
    created: '2021-05-06T07:08:09Z',
    photos: [
      { id: hers[0] },
      { uploadId: rowOf(hers[1])?.upload_id },
      { owner: emails.noah, sha256: rowOf(his[0])?.sha256.toString('hex') },
    ],
  };
  return { album, anna, noah, hers, his };
}

describe('the import of shared albums', () => {
  test('refuses an album that fails and imports the others', async () => {
    const [bad, good] = [(await describeAlbum()).album, (await describeAlbum()).album];
    await using _refused = await refuseRows(world.db, {
      table: 'albums',
      when: 'insert',
      condition: `new.id = '${bad.id}'`,
    });
    expect(await importFile({ albums: [bad, good] })).toEqual([
      { albumId: bad.id, state: 'refused', faults: ['failed: refused by a test'] },
      { albumId: good.id, state: 'imported' },
    ]);
  });

  test('imports an album with its members and their photos', async () => {
    const { album, anna, noah, hers, his } = await describeAlbum();
    expect(await importFile({ albums: [album] })).toEqual([{ albumId: album.id, state: 'imported' }]);
    const { body } = await world.shared(noah, 'GET', `/shared-albums/${album.id}`);
    expect(body).toMatchObject({ albumName: 'Weekend', ownerId: anna, photosCount: 3, isShared: true });
    expect(body.created).toBe('2021-05-06T07:08:09.000Z');
    const photos = (await world.shared(anna, 'GET', `/shared-albums/${album.id}/photos`)).body.images;
    expect(photos.map(({ imageId, ownerId }) => [imageId, ownerId])).toEqual([
      ...hers.map((id) => [id, anna]),
      ...his.map((id) => [id, noah]),
    ]);
  });

  test('changes nothing if repeated, and readmits nobody who left', async () => {
    const { album, noah } = await describeAlbum();
    await importFile({ albums: [album] });
    await world.shared(noah, 'DELETE', `/shared-albums/${album.id}`);
    expect(await importFile({ albums: [album] })).toEqual([{ albumId: album.id, state: 'was there' }]);
    expect((await world.shared(noah, 'GET', `/shared-albums/${album.id}`)).status).toBe(404);
  });

  test('refuses an album as a whole, with every reason, and imports the others', async () => {
    const [good, bad] = [await describeAlbum(), await describeAlbum()];
    const missing = { id: randomUUID() };
    const foreign = { ...missing, owner: good.album.owner };
    const outcomes = await importFile({
      albums: [
        { ...bad.album, photos: [...bad.album.photos, missing] },
        good.album,
        { ...bad.album, id: randomUUID(), participants: ['nobody@example.com'], photos: [foreign] },
        { ...bad.album, id: randomUUID(), participants: [bad.album.owner] },
      ],
    });
    expect(outcomes.map(({ state }) => state)).toEqual(['refused', 'imported', 'refused', 'refused']);
    expect(outcomes.map((outcome) => ('faults' in outcome ? outcome.faults : []))).toEqual([
      [`${bad.album.owner} has no photo id ${missing.id}`],
      [],
      [
        'nobody@example.com is not a customer',
        `${good.album.owner} has photos in the album but no part in it`,
      ],
      [expect.stringContaining('has photos in the album'), 'the owner is the only participant'],
    ]);
    expect((await world.shared(bad.anna, 'GET', `/shared-albums/${bad.album.id}`)).status).toBe(404);
    expect((await world.shared(bad.noah, 'GET', '/users')).body.readAlbumsCount).toBe(0);
  });

  test('refuses the id of another customer’s album', async () => {
    const { album, anna } = await describeAlbum();
    const taken = await world.createAlbum(newCustomerId());
    const [outcome] = await importFile({ albums: [{ ...album, id: taken }] });
    expect(outcome).toMatchObject({ state: 'refused', faults: ['another customer has an album of this id'] });
    expect((await world.album(anna, 'GET', `/${taken}`)).status).toBe(404);
  });

  test.each([
    ['no json', 'The file is not valid JSON'],
    ['{}', 'albums: '],
    ['{"albums":[{}]}', 'albums[0].owner: '],
  ])('says what is wrong with the file %s', (text, fault) => {
    expect(parseImportFile(text).faults?.join('\n')).toContain(fault);
  });

  test('reports an invalid name, an unknown word or a photo listed twice, with its place', async () => {
    const { album } = await describeAlbum();
    const faultsOf = (change: object) =>
      parseImportFile(JSON.stringify({ albums: [{ ...album, ...change }] })).faults;
    expect(faultsOf({})).toBeUndefined();
    expect(faultsOf({ name: '<b>' })).toEqual(['albums[0].name: Name not valid']);
    expect(faultsOf({ particpants: [] })?.join()).toContain('albums[0]: ');
    expect(faultsOf({ photos: [{ id: randomUUID(), sha256: 'x' }] })?.join()).toContain(
      'albums[0].photos[0]: ',
    );
    expect(parseImportFile(JSON.stringify({ albums: [album, album] })).faults).toEqual([
      `album ${album.id} is there more than once`,
    ]);
  });
});
