import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { startAlbums, type TestAlbums } from './albums.fixture.ts';

let world: TestAlbums;
beforeAll(async () => {
  world = await startAlbums();
});
afterAll(() => world.stop());

describe('names of albums', () => {
  test.each([
    'العربية ‏مرحبا',
    '👩‍👩‍👧 Familie & Co. "2024" \'quoted\'',
    "Robert') or 1=1 --",
    '{{constructor}} %00 ../../x',
    'x'.repeat(255),
    '"'.repeat(255),
    '字'.repeat(255),
  ])('are returned as given: %j [NAM-10]', async (name) => {
    const customerId = newCustomerId();
    const albumId = await world.createAlbum(customerId, name);
    expect((await world.album(customerId, 'GET', `/${albumId}`)).body.albumName).toBe(name);
    const repeated = await world.createAlbum(customerId, name);
    const first = (await world.album(customerId, 'GET', '?sortKey=name&limit=1')).body;
    const second = (await world.album(customerId, 'GET', `?sortKey=name&limit=1&cursor=${first.cursor}`))
      .body;
    const seen = [...first.albums, ...second.albums].map((album) => album.albumId);
    expect(seen.toSorted()).toEqual([albumId, repeated].toSorted());
  });

  test.each([
    '0;url=https://example.com" http-equiv="refresh',
    '<script>alert(1)</script>',
    '\u00a0leading',
    '\ufeff',
    'line\nbreak',
    'nul\u0000',
    '\ud83d',
    ['list'],
    7,
    null,
    { toString: 'x' },
  ])('are refused: %j [ALB-19, NAM-02, NAM-03]', async (name) => {
    const answer = await world.album(newCustomerId(), 'POST', '', { name });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid-request']);
  });

  test.each([
    ['\u200bleading', 'leading'],
    ['a\u202egpj.exe', 'agpj.exe'],
    ['Fa\u00admily \u2066x\u2069', 'Family x'],
  ])('lose what nobody sees: %j [NAM-10]', async (sent, name) => {
    const customerId = newCustomerId();
    const albumId = await world.createAlbum(customerId, sent);
    expect((await world.album(customerId, 'GET', `/${albumId}`)).body.albumName).toBe(name);
  });

  test('of a megabyte are refused before they are read', async () => {
    const { status } = await world.album(newCustomerId(), 'POST', '', { name: 'x'.repeat(2_000_000) });
    expect(status).toBe(413);
  });
});

describe('lists of albums and photos', () => {
  test.each([
    'limit=0',
    'limit=-1',
    'limit=1e9',
    'limit=1001',
    "sortKey=name'--",
    'sortKey=id',
    'sortOrder=desc;select',
    'displaySharedData=maybe',
    'cursor=',
    'cursor=%27',
    `cursor=${'x'.repeat(2_001)}`,
    `cursor=${'A'.repeat(16)}${Buffer.from('["2024-01-01","x"]').toString('base64url')}`,
  ])('refuse %s', async (query) => {
    const customerId = newCustomerId();
    const albumId = await world.createAlbum(customerId);
    expect((await world.album(customerId, 'GET', `?${query}`)).status).toBe(400);
    if (query.startsWith('display')) return;
    expect((await world.album(customerId, 'GET', `/${albumId}/photos?${query}`)).status).toBe(400);
  });

  test.each(['x', '..%2F..', '%00', "'", 'A'.repeat(90), randomUUID().toUpperCase()])(
    'refuse the id %s',
    async (id) => {
      const paths = [`/${id}`, `/${id}/photos`, `/${id}/layout`];
      for (const path of paths) {
        const statuses = [
          (await world.album(newCustomerId(), 'GET', path)).status,
          (await world.shared(newCustomerId(), 'GET', `/shared-albums${path}`)).status,
        ];
        for (const status of statuses) expect([400, 404]).toContain(status);
      }
    },
  );

  test('have 50 albums a page by default [ALB-11, SHA-23]', async () => {
    const [anna, noah] = [newCustomerId(), newCustomerId()];
    const albumIds = [];
    for (let index = 0; index < 51; index++) albumIds.push(await world.createAlbum(anna, `Album ${index}`));
    const own = (await world.album(anna, 'GET', '')).body;
    expect([own.albums.length, own.cursor === null]).toEqual([50, false]);
    for (const albumId of albumIds) await world.share(anna, albumId, [noah]);
    const shared = (await world.shared(noah, 'GET', '/shared-albums')).body;
    expect([shared.albums.length, shared.cursor === null]).toEqual([50, false]);
    const rest = (await world.shared(noah, 'GET', `/shared-albums?cursor=${shared.cursor}`)).body;
    expect(rest.albums.map(({ albumId }) => albumId)).toEqual(albumIds.slice(0, 1));
  });

  test('are counted, including shared ones [HDR-11]', async () => {
    const customerId = newCustomerId();
    await world.addPhotos(customerId, 2);
    const albumId = await world.createAlbum(customerId);
    await world.createAlbum(customerId);
    await world.share(customerId, albumId, [newCustomerId()]);
    const { body } = await world.call(customerId, 'GET', '/photo-management/users/counts');
    expect(body).toEqual({ photosCount: 2, albumsCount: 2, deletedDays: 30 });
  });

  test('stay complete while albums change between two pages [ALB-20]', async () => {
    const customerId = newCustomerId();
    const names = ['a', 'A', 'á', 'b2', 'b10', 'B2', 'c', 'C'];
    for (const name of names) await world.createAlbum(customerId, name);
    const first = (await world.album(customerId, 'GET', '?sortKey=name&sortOrder=asc&limit=3')).body;
    const last = first.albums.at(-1)?.albumId ?? '';
    await world.album(customerId, 'DELETE', `/${last}`);
    await world.createAlbum(customerId, '0 before all');
    const rest = (
      await world.album(customerId, 'GET', `?sortKey=name&sortOrder=asc&limit=9&cursor=${first.cursor}`)
    ).body;
    const seen = [...first.albums, ...rest.albums].map(({ albumName }) => albumName);
    expect(seen.toSorted()).toEqual(names.toSorted());
    expect(rest.albums.map(({ albumName }) => albumName.toLowerCase())).toEqual([
      'b2',
      'b2',
      'b10',
      'c',
      'c',
    ]);
  });
});
