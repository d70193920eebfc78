import { MAX_FOUND } from '@keepsake/contracts/library/search';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { startSearch, type TestSearch } from './search.fixture.ts';

let world: TestSearch;
beforeAll(async () => {
  world = await startSearch();
});
afterAll(() => world.stop());

const find = (customerId: CustomerId, q: string) => world.namesOf(customerId, q);

describe('a text', () => {
  test('is found anywhere in a file name, whatever its case and accents', async () => {
    const customer = newCustomerId();
    await world.add(customer, { name: 'Hochzeit Müller 12.JPG' });
    await world.add(customer, { name: 'IMG_20190705_1234.jpg' });
    await world.add(customer, { name: 'ÅNGSTRÖM.heic' });
    await world.add(customer, { name: 'Strasse.png' });
    await world.add(customer, { name: 'Ωμέγα Дача.png' });
    for (const q of ['muller', 'MÜLLER', 'zeit mül', 'Mu\u0308ller', '12.jp'])
      expect([q, await find(customer, q)]).toEqual([q, ['Hochzeit Müller 12.JPG']]);
    expect(await find(customer, '190705_12')).toEqual(['IMG_20190705_1234.jpg']);
    expect(await find(customer, 'angstrom')).toEqual(['ÅNGSTRÖM.heic']);
    expect(await find(customer, 'straße')).toEqual(['Strasse.png']);
    expect(await find(customer, 'ωμεγα дача')).toEqual(['Ωμέγα Дача.png']);
    expect(await find(customer, '1234_5678')).toEqual([]);
    // All its parts of three letters are there, but not in this order.
    expect(await find(customer, 'zeithochzeit')).toEqual([]);
  });

  test('is found in captions and in names of albums, and every word must be in one of them', async () => {
    const customer = newCustomerId();
    const opa = await world.add(customer, { name: 'one.jpg', caption: 'Opa schläft im Garten' });
    await world.add(customer, { name: 'two.jpg', caption: 'Oma im Garten' });
    await world.add(customer, { name: 'three.jpg' });
    await world.addAlbum(customer, 'Bodensee 2024', [opa]);
    expect((await find(customer, 'garten')).toSorted()).toEqual(['one.jpg', 'two.jpg']);
    expect(await find(customer, 'schlaft garten')).toEqual(['one.jpg']);
    expect(await find(customer, '"oma im"')).toEqual(['two.jpg']);
    expect(await find(customer, 'bodensee')).toEqual(['one.jpg']);
    expect(await find(customer, 'garten bodensee one')).toEqual(['one.jpg']);
    expect(await find(customer, 'bodensee two')).toEqual([]);
  });

  test('names a camera by the beginning of a word of its make or model', async () => {
    const customer = newCustomerId();
    await world.add(customer, { name: 'one.jpg', make: 'Canon', model: 'Canon EOS 5D Mark IV' });
    await world.add(customer, { name: 'two.jpg', make: 'Apple', model: 'iPhone 14 Pro' });
    for (const q of ['canon', 'EOS', '5d', 'mark canon', '"eos 5d"'])
      expect([q, await find(customer, q)]).toEqual([q, ['one.jpg']]);
    expect(await find(customer, 'iph')).toEqual(['two.jpg']);
    expect(await find(customer, 'phone')).toEqual([]);
  });

  test('of one or two letters is looked for in captions and names beside something longer', async () => {
    const customer = newCustomerId();
    await world.add(customer, { name: 'one.jpg', caption: 'Tag am See' });
    await world.add(customer, { name: 'two.jpg', caption: 'Tag im Zoo' });
    expect(await find(customer, 'am')).toEqual([]);
    expect(await find(customer, 'Tag am')).toEqual(['one.jpg']);
    expect(await find(customer, '2024 am')).toEqual(['one.jpg']);
    expect((await world.search(customer, 'am')).body.understood).toEqual([
      { kind: 'short', words: 'am', rest: '' },
    ]);
  });
});

describe('a date', () => {
  test('finds what was taken then, from the first moment to the last', async () => {
    const customer = newCustomerId();
    for (const takenAt of [
      '2024-06-30T23:59:59',
      '2024-07-01T00:00:00',
      '2024-07-31T23:59:59',
      '2024-08-01T00:00:00',
    ])
      await world.add(customer, { name: `${takenAt}.jpg`, takenAt });
    const july = ['2024-07-31T23:59:59.jpg', '2024-07-01T00:00:00.jpg'];
    for (const q of ['July 2024', 'juli', 'juillet', 'Juli 2024 jpg', '7/2024'])
      expect([q, await find(customer, q)]).toEqual([q, july]);
    expect(await find(customer, 'été 2024')).toHaveLength(4);
    expect(await find(customer, 'July 2023')).toEqual([]);
    expect(await find(customer, 'July 2024 2023')).toEqual([]);
  });

  test('of every year finds each of them, a winter beyond its end', async () => {
    const customer = newCustomerId();
    for (const takenAt of [
      '2019-12-24T18:00:00',
      '2021-12-25T18:00:00',
      '2021-07-01T00:00:00',
      '2020-02-29T00:00:00',
      // Of a winter that began before the first photo.
      '2019-01-15T00:00:00',
    ])
      await world.add(customer, { name: `${takenAt.slice(0, 10)}.jpg`, takenAt });
    const inWinter = ['2021-12-25.jpg', '2020-02-29.jpg', '2019-12-24.jpg', '2019-01-15.jpg'];
    expect(await find(customer, 'Weihnachten')).toEqual(['2021-12-25.jpg', '2019-12-24.jpg']);
    expect(await find(customer, 'winter')).toEqual(inWinter);
    expect(await find(customer, 'winter jpg')).toEqual(inWinter);
    expect(await find(customer, '29 februari')).toEqual(['2020-02-29.jpg']);
  });

  test('is never that of photos whose date is unknown', async () => {
    const customer = newCustomerId();
    await world.add(customer, { name: 'unknown.jpg', takenAt: null as never });
    await world.add(customer, { name: 'old.jpg', takenAt: '1970-05-01T00:00:00' });
    for (const q of ['1970', '1960-1975', 'spring 1970'])
      expect(await find(customer, q)).toEqual(['old.jpg']);
    expect(await find(customer, 'January 1970')).toEqual([]);
    expect(await find(customer, 'unknown')).toEqual(['unknown.jpg']);
  });

  test('near today is by the clock', async () => {
    const customer = newCustomerId();
    await world.add(customer, { name: 'old.jpg', takenAt: '2025-12-25T10:00:00' });
    await world.add(customer, { name: 'new.jpg', takenAt: '2026-11-28T10:00:00' });
    expect(await find(customer, 'last Christmas')).toEqual(['old.jpg']);
    expect(await find(customer, 'gestern')).toEqual(['new.jpg']);
  });
});

test('favourites, ordered photos and those not printed are found, together with the rest', async () => {
  const customer = newCustomerId();
  await world.add(customer, { name: 'liked.jpg', isFavourite: true });
  await world.add(customer, { name: 'printed.jpg', isFavourite: true, isOrdered: true });
  await world.add(customer, { name: 'plain.jpg', takenAt: '2023-07-04T12:00:00' });
  expect((await find(customer, 'favoris')).toSorted()).toEqual(['liked.jpg', 'printed.jpg']);
  expect(await find(customer, 'favourites not printed')).toEqual(['liked.jpg']);
  expect(await find(customer, 'beställda')).toEqual(['printed.jpg']);
  expect(await find(customer, 'nicht gedruckt 2023')).toEqual(['plain.jpg']);
});

test('deleted photos and those of others are never found, and come back when they are restored', async () => {
  const [customer, other] = [newCustomerId(), newCustomerId()];
  const described = { name: 'castle.jpg', caption: 'Ludwig', make: 'Canon' };
  const photoId = await world.add(customer, described);
  const theirs = await world.add(other, described);
  await world.addAlbum(other, 'Neuschwanstein', [theirs]);
  const all = ['castle', 'ludwig', 'canon', '2024', 'not printed'];
  for (const q of all)
    expect((await world.search(customer, q)).body.images.map(({ imageId }) => imageId)).toEqual([photoId]);
  expect(await find(customer, 'neuschwanstein')).toEqual([]);
  await world.call(customer, 'DELETE', '/photos', { photoIds: [photoId] });
  for (const q of all) expect(await find(customer, q)).toEqual([]);
  await world.call(customer, 'POST', '/photos/deleted/restore', { photoIds: [photoId] });
  for (const q of all) expect(await find(customer, q)).toEqual(['castle.jpg']);
});

describe('the answer', () => {
  test('has pages, months and a layout of the same photos, in either order', async () => {
    const customer = newCustomerId();
    const ids: string[] = [];
    for (const takenAt of ['2024-07-02', '2024-07-01', '2023-01-05', '2022-03-01'])
      ids.push(await world.add(customer, { name: `x-${takenAt}.jpg`, takenAt: `${takenAt}T12:00:00` }));
    await world.add(customer, { name: 'other.jpg' });
    const { body } = await world.search(customer, 'x-20');
    expect([body.photosCount, body.hasMore, body.cursor]).toEqual([4, undefined, null]);
    expect(body.timeline).toEqual({ 2024: { 7: 2 }, 2023: { 1: 1 }, 2022: { 3: 1 } });
    expect(body.understood).toEqual([{ kind: 'text', words: 'x-20', rest: '' }]);
    const paged: string[] = [];
    for (let more: string | null = ''; more !== null; ) {
      const page: { images: { imageId: string }[]; cursor: string | null } = (
        await world.search(customer, 'x-20', `&limit=3${more}`)
      ).body;
      paged.push(...page.images.map(({ imageId }) => imageId));
      more = page.cursor && `&cursor=${page.cursor}`;
    }
    expect(paged).toEqual(ids);
    const from = (await world.search(customer, 'x-20', '&offset=2&limit=1&sortOrder=asc')).body;
    expect(from.images.map(({ imageId }) => imageId)).toEqual([ids[1]]);
    const layout = (await world.call(customer, 'GET', '/photos/search/layout?q=x-20')).body;
    const columns = [layout.count, Buffer.from(layout.ids, 'base64').toString('hex')];
    expect(columns).toEqual([4, ids.join('').replaceAll('-', '')]);
    expect(Buffer.from(layout.ratios, 'base64')).toHaveLength(8);
  });

  test('goes on behind a photo that is gone, and refuses the cursor of another search or customer', async () => {
    const [customer, other] = [newCustomerId(), newCustomerId()];
    const ids: string[] = [];
    for (const day of [9, 8, 7, 6])
      ids.push(await world.add(customer, { takenAt: `2024-07-0${day}T12:00:00` }));
    const { cursor } = (await world.search(customer, '2024', '&limit=2')).body;
    const next = async (who = customer, q = '2024') => world.search(who, q, `&limit=1&cursor=${cursor}`);
    expect((await next()).body.images[0]?.imageId).toBe(ids[2]);
    expect([(await next(other)).status, (await next(customer, 'July')).status]).toEqual([400, 400]);
    await world.call(customer, 'DELETE', '/photos', { photoIds: [ids[0]] });
    expect((await next()).body.images[0]?.imageId).toBe(ids[2]);
  });

  test('ends at what a selection holds, and says that there are more', async () => {
    const customer = newCustomerId();
    const photoId = await world.add(customer, { name: 'many.jpg' });
    await sql`insert into photos (user_id, id, upload_id, file_name, format, bytes, sha256, crc32, object_key, created_at,
        upload_end, created_order, name_order, taken_at)
      select user_id, gen_random_uuid(), gen_random_uuid(), file_name, format, bytes, sha256(convert_to(n::text, 'utf8')), crc32,
        object_key, created_at, upload_end, created_order, name_order, taken_at
      from photos, generate_series(1, ${MAX_FOUND}) as n where id = ${photoId}`.execute(world.db);
    for (const q of ['many', '2024', 'not printed']) {
      const { body } = await world.search(customer, q, '&limit=1');
      expect([q, body.photosCount, body.hasMore, body.timeline]).toEqual([
        q,
        MAX_FOUND,
        true,
        { 2024: { 7: MAX_FOUND } },
      ]);
    }
  });
});

describe('bad input', () => {
  test.each([
    '%',
    '_',
    "'; drop table photos; --",
    '\\',
    '"',
    '„“',
    '()',
    '\u0301\u0301\u0301',
    '\u{1f600}',
    'שלום',
    '\u202eabc',
  ])('%s finds nothing and breaks nothing', async (q) => {
    const customer = newCustomerId();
    await world.add(customer);
    const { status, body } = await world.search(customer, q);
    expect([status, body.images]).toEqual([200, []]);
  });

  test('with control characters is read as words, right-to-left text is found', async () => {
    const customer = newCustomerId();
    await world.add(customer, { name: 'one.jpg', caption: 'שבת שלום' });
    expect(await find(customer, 'one\u0007jpg\n\t')).toEqual(['one.jpg']);
    expect(await find(customer, 'שלום')).toEqual(['one.jpg']);
  });

  test('that is empty, too long or of too many words is refused with a reason', async () => {
    const customer = newCustomerId();
    for (const q of ['', '   ', '\u0000', 'x'.repeat(10_000), 'ab '.repeat(300), 'a '.repeat(50)]) {
      const { status, body } = await world.search(customer, q);
      expect([q.slice(0, 5), status, body.code]).toEqual([q.slice(0, 5), 400, 'invalid-request']);
    }
    const { body } = await world.search(customer, 'a '.repeat(50));
    expect(body.errors).toEqual([{ path: 'query.q', message: 'At most 15 words' }]);
    expect((await world.call(customer, 'GET', '/photos/search')).status).toBe(400);
  });
});
