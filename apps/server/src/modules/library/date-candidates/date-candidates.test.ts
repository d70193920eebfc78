import { randomUUID } from 'node:crypto';
import { MAX_SUGGESTED, type SuggestedDates } from '@keepsake/contracts/library/date-candidates';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { HALDEN, startCandidates, type TestCandidates } from './date-candidates.fixture.ts';

let world: TestCandidates;
beforeAll(async () => {
  world = await startCandidates();
});
afterAll(() => world.stop());

async function suggest(customer: CustomerId, photoIds: readonly string[]) {
  const path = '/photo-management/photos/dates/suggestions';
  const { status, body } = await world.call<{ photos: SuggestedDates }>(customer, 'POST', path, { photoIds });
  return { status, photos: body.photos };
}

/** The dates suggested for one photo. */
async function datesFor(customer: CustomerId, photoId: string) {
  const { photos } = await suggest(customer, [photoId]);
  return photos.flatMap(({ candidates }) => candidates.map(({ date }) => date));
}

describe('suggested dates', () => {
  test('come from the neighbours of the same camera, in the order of their numbers', async () => {
    const customer = newCustomerId();
    await world.add(customer, 'IMG_0998.jpg', '2019-07-04T09:00:00', { camera: HALDEN });
    await world.add(customer, 'IMG_1001.jpg', '2019-07-04T18:00:00', { camera: HALDEN });
    await world.add(customer, 'IMG_1000.jpg', '2012-01-04T18:00:00', {
      camera: { make: 'Other', model: 'M5' },
    });
    const undated = await world.add(customer, 'IMG_999.jpg', null, { camera: HALDEN });
    expect((await suggest(customer, [undated])).photos).toEqual([
      {
        photoId: undated,
        candidates: [
          {
            date: '2019-07-04',
            reasons: [{ kind: 'neighbours', fileNames: ['IMG_0998.jpg', 'IMG_1001.jpg'] }],
          },
        ],
      },
    ]);
  });

  test('come from any camera for a copy that names none, and from copies with its own number', async () => {
    const customer = newCustomerId();
    await world.add(customer, 'IMG_0412.heic', '2019-07-04T09:00:00', { camera: HALDEN });
    await world.add(customer, 'img_0411.jpg', '2019-07-04T18:00:00', { camera: HALDEN });
    expect(await datesFor(customer, await world.add(customer, 'IMG_0412.jpg', null))).toEqual(['2019-07-04']);
    expect(await datesFor(customer, await world.add(customer, 'IMG_0462.jpg', null))).toEqual([]);
  });

  test.each([
    ['second', ['2019-07']],
    ['day', ['2019-07']],
    ['month', []],
    ['year', []],
  ] as const)('come from a neighbour that its customer set to the %s: %j', async (correctedTo, dates) => {
    const customer = newCustomerId();
    await world.add(customer, 'Scan 11.jpg', '2019-07-01T12:00:00', { correctedTo });
    expect(await datesFor(customer, await world.add(customer, 'Scan 12.jpg', null))).toEqual(dates);
  });

  test('come from at least three dated photos of an album, one wrong clock aside', async () => {
    const customer = newCustomerId();
    const undated = await world.add(customer, 'sea.jpg', null);
    const dated = [];
    for (let day = 10; day < 13; day++)
      dated.push(await world.add(customer, 'b.jpg', `1974-07-${day}T12:00:00`));
    await world.addAlbum(customer, 'Sea', [undated, ...dated.slice(0, 2)]);
    expect(await datesFor(customer, undated)).toEqual([]);
    await world.addAlbum(customer, 'Sea, again', [undated, ...dated]);
    expect((await suggest(customer, [undated])).photos[0]?.candidates).toEqual([
      { date: '1974-07', reasons: [{ kind: 'album-photos', albumName: 'Sea, again' }] },
    ]);
    const many = [];
    for (let nth = 0; nth < 25; nth++) many.push(await world.add(customer, 'c.jpg', '1974-07-20T12:00:00'));
    const wrong = await world.add(customer, 'd.jpg', '2003-01-01T12:00:00');
    await world.addAlbum(customer, 'Wrong', [undated, wrong, ...many]);
    const found = (await suggest(customer, [undated])).photos[0]?.candidates ?? [];
    expect(found[0]?.date).toBe('1974-07-20');
  });

  test('say nothing by photos of an album of which only the year was set', async () => {
    const customer = newCustomerId();
    const undated = await world.add(customer, 'sea.jpg', null);
    const others = [];
    for (let nth = 0; nth < 4; nth++)
      others.push(await world.add(customer, 'b.jpg', '1974-07-01T12:00:00', { correctedTo: 'year' }));
    await world.addAlbum(customer, 'Sea', [undated, ...others]);
    expect(await datesFor(customer, undated)).toEqual([]);
  });

  test('come from the names of files and albums', async () => {
    const customer = newCustomerId();
    const undated = await world.add(customer, 'Scan Juli 1974.jpg', null);
    await world.addAlbum(customer, 'Italy 1974', [undated]);
    expect((await suggest(customer, [undated])).photos[0]?.candidates).toEqual([
      { date: '1974-07', reasons: [{ kind: 'name' }, { kind: 'album-name', albumName: 'Italy 1974' }] },
    ]);
  });

  test('are of undated photos of the customer alone', async () => {
    const [customer, other] = [newCustomerId(), newCustomerId()];
    const mine = await world.add(customer, 'July 1974.jpg', null);
    const dated = await world.add(customer, 'July 1975.jpg', '2019-07-04T09:00:00');
    const theirs = await world.add(other, 'IMG_0412.jpg', null, { camera: HALDEN });
    await world.add(customer, 'IMG_0411.jpg', '2019-07-04T09:00:00', { camera: HALDEN });
    const { photos } = await suggest(customer, [theirs, mine, mine, dated, randomUUID()]);
    expect(photos.map(({ photoId }) => photoId)).toEqual([mine]);
    expect((await suggest(customer, [theirs])).status).toBe(404);
    expect(await datesFor(other, theirs)).toEqual([]);
    expect((await suggest(customer, [dated])).photos).toEqual([]);
  });

  test('are refused for none, too many, and what is no id', async () => {
    const customer = newCustomerId();
    for (const photoIds of [[], Array.from({ length: MAX_SUGGESTED + 1 }, () => randomUUID()), ['x']])
      expect((await suggest(customer, photoIds)).status).toBe(400);
  });

  test('of a whole page in ten thousand undated photos are few statements', async () => {
    const customer = newCustomerId();
    await sql`insert into photos (user_id, id, upload_id, file_name, format, bytes, sha256, crc32, object_key, taken_at,
        created_at, upload_end, created_order, name_order)
      select ${customer}, id, id, 'Scan ' || n || '.jpg', 'jpeg', 4, sha256(uuid_send(id)), n, 'photos/' || id,
        case when n % 100 = 0 then timestamp '1974-07-01' end, now(), now(), now()::timestamp,
        'scan 0' || chr(96 + length(n::text)) || n || chr(1) || '.jpg'
      from generate_series(1, 10000) as n, lateral (select uuidv7() as id where n > 0) as made`.execute(
      world.db,
    );
    const { rows } = await sql<{ id: string }>`select id from photos
      where user_id = ${customer} and taken_at is null order by name_order limit ${MAX_SUGGESTED}`.execute(
      world.db,
    );
    const ids = rows.map(({ id }) => id);
    const { photos } = await suggest(customer, ids);
    // 1 to 49 are too far from the first dated one, but for the last ten of them.
    expect(photos.length).toBeGreaterThan(10);
    expect(photos.length).toBeLessThan(MAX_SUGGESTED);
  });
});
