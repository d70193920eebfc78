import { randomUUID } from 'node:crypto';
import { DAY_SECONDS, HOUR_SECONDS } from '@keepsake/contracts/platform/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { startDates, type TestDates } from './dates.fixture.ts';
import { recordDescription } from './record-image.ts';
import { seedLibrary } from './seed-library.fixture.ts';

const SOON = { timeout: 10_000 };

let api: TestDates;
beforeAll(async () => {
  api = await startDates();
});
afterAll(() => api.stop());

describe('a date that is set', () => {
  test('moves photos to its month, in the order that they had, and leaves others where they are', async () => {
    const customer = newCustomerId();
    const ids = await api.addTaken(customer, [
      '2023-05-12T08:00:00',
      '2023-05-10T08:00:00',
      '2023-06-01T08:00:00',
    ]);
    const { status, body } = await api.set(customer, ids.slice(0, 2), '1974-07-04T15:30:00');
    expect({ status, body }).toEqual({
      status: 200,
      body: { photosCount: 2, unchangedCount: 0, changeId: expect.any(String) },
    });
    expect(await api.monthsOf(customer)).toEqual({ 1974: { 7: 2 }, 2023: { 6: 1 } });
    const { images } = (await api.get(customer, '/photos/timeline/1974/7?sortOrder=asc')).body;
    expect(images.map(({ imageId }) => imageId)).toEqual([ids[1], ids[0]]);
    expect(images.map(({ dateTaken }) => dateTaken?.slice(0, 19))).toEqual(
      Array(2).fill('1974-07-04T15:30:00'),
    );
  });

  test.each([
    ['1974', 'year', '1974-07-01'],
    ['1974-03', 'month', '1974-03-01'],
    ['1974-03-09', 'day', '1974-03-09'],
  ])('may be partial: %s is certain of its %s alone', async (date, precision, day) => {
    const customer = newCustomerId();
    const ids = await api.addTaken(customer, [null]);
    await api.set(customer, ids, date);
    const { dateTaken, datePrecision } = (await api.get(customer, `/photos/${ids[0]}`)).body;
    expect({ dateTaken, datePrecision }).toEqual({
      dateTaken: `${day}T12:00:00`,
      datePrecision: precision,
    });
  });

  test('in January 1970 leaves a photo under its heading, with a date [TL-07]', async () => {
    const customer = newCustomerId();
    const ids = await api.addTaken(customer, ['2023-05-12T08:00:00']);
    await api.set(customer, ids, '1970-01');
    expect(await api.monthsOf(customer)).toEqual({ 1970: { 1: 1 } });
    expect(await api.datesOf(customer, ids)).toEqual(['1970-01-01T12:00:00']);
  });

  test.each([
    '0000',
    '0000-01-01',
    '1825-12-31',
    '2026-12-01',
    '2027',
    '2023-02-29',
    '2023-13',
    '2023-1-1',
    '',
    'x',
  ])('is refused as %j, and nothing changes', async (date) => {
    const customer = newCustomerId();
    const ids = await api.addTaken(customer, ['2023-05-12T08:00:00']);
    expect((await api.set(customer, ids, date)).status).toBe(400);
    expect(await api.datesOf(customer, ids)).toEqual(['2023-05-12T08:00:00']);
  });

  test('is shown with a part of a second or a zone by nobody', async () => {
    const customer = newCustomerId();
    const ids = await api.addTaken(customer, [null]);
    for (const date of ['2023-05-12T08:00:00Z', '2023-05-12T08:00:00+02:00', '2023-05-12T08:00:00.5'])
      expect((await api.set(customer, ids, date)).status).toBe(400);
  });

  test('to the last second of a day keeps ten thousand photos on that day', async () => {
    const customer = newCustomerId();
    const ids = await seedLibrary(api, { customerId: customer, photos: 1_200 });
    expect((await api.set(customer, ids, '2019-12-31T23:59:59')).body.photosCount).toBe(1_200);
    expect(await api.monthsOf(customer)).toEqual({ 2019: { 12: 1_200 } });
  });
});

describe('a shift', () => {
  test('moves dates over the ends of months, years and of summer time on the clock of the wall', async () => {
    const customer = newCustomerId();
    const dates = [
      '2023-12-31T23:30:00',
      '2024-02-29T12:00:00',
      '2024-03-31T01:30:00',
      '2024-10-27T01:30:00',
    ];
    const ids = await api.addTaken(customer, dates);
    await api.shift(customer, ids, HOUR_SECONDS);
    expect(await api.datesOf(customer, ids)).toEqual([
      '2024-01-01T00:30:00',
      '2024-02-29T13:00:00',
      '2024-03-31T02:30:00',
      '2024-10-27T02:30:00',
    ]);
    await api.shift(customer, ids, -HOUR_SECONDS - DAY_SECONDS);
    expect((await api.datesOf(customer, ids)).slice(0, 2)).toEqual([
      '2023-12-30T23:30:00',
      '2024-02-28T12:00:00',
    ]);
    expect(await api.monthsOf(customer)).toEqual({ 2023: { 12: 1 }, 2024: { 2: 1, 3: 1, 10: 1 } });
  });

  test('leaves unknown and partial dates, and those that would leave the range, each for itself', async () => {
    const customer = newCustomerId();
    const ids = await api.addTaken(customer, [null, null, '1826-01-01T05:00:00', '2023-05-12T08:00:00']);
    await api.set(customer, ids.slice(1, 2), '1974');
    expect((await api.shift(customer, ids, -6 * HOUR_SECONDS)).body).toMatchObject({
      photosCount: 1,
      unchangedCount: 3,
    });
    expect(await api.datesOf(customer, ids)).toEqual([
      undefined,
      '1974-07-01T12:00:00',
      '1826-01-01T05:00:00',
      '2023-05-12T02:00:00',
    ]);
    const none = (await api.shift(customer, ids.slice(0, 3), -6 * HOUR_SECONDS)).body;
    expect(none).toEqual({ photosCount: 0, unchangedCount: 3 });
    expect((await api.shift(customer, ids.slice(3), 10 * 365 * DAY_SECONDS)).body.photosCount).toBe(0);
  });

  test('that is sent twice, at once or later, shifts once', async () => {
    const customer = newCustomerId();
    const ids = await api.addTaken(customer, ['2023-05-12T08:00:00']);
    const key = randomUUID();
    const [one, other] = await Promise.all([1, 2].map(() => api.shift(customer, ids, HOUR_SECONDS, key)));
    const third = await api.shift(customer, ids, HOUR_SECONDS, key);
    expect([other?.body, third.body]).toEqual([one?.body, one?.body]);
    expect(await api.datesOf(customer, ids)).toEqual(['2023-05-12T09:00:00']);
    expect((await api.shift(customer, ids, 2 * HOUR_SECONDS, key)).status).toBe(409);
  });

  test.each([0, 0.5, 1e12, '60', null])('by %j seconds is refused', async (seconds) => {
    const customer = newCustomerId();
    const ids = await api.addTaken(customer, ['2023-05-12T08:00:00']);
    expect((await api.change(customer, ids, { kind: 'shift', seconds })).status).toBe(400);
  });
});

describe('a change of dates', () => {
  test('of others is refused, and the rest of the list changes all the same', async () => {
    const [customer, other] = [newCustomerId(), newCustomerId()];
    const [mine = ''] = await api.addTaken(customer, ['2023-05-12T08:00:00']);
    const [theirs = ''] = await api.addTaken(other, ['2023-05-12T08:00:00']);
    const { body } = await api.shift(customer, [theirs, mine, mine, randomUUID()], HOUR_SECONDS);
    expect(body).toMatchObject({ photosCount: 1, unchangedCount: 0 });
    expect((await api.shift(customer, [theirs], HOUR_SECONDS)).status).toBe(404);
    expect((await api.preview(customer, [theirs], { kind: 'recorded' })).status).toBe(404);
    expect((await api.undo(other, body.changeId)).status).toBe(404);
    expect(await api.datesOf(other, [theirs])).toEqual(['2023-05-12T08:00:00']);
  });

  test('says beforehand what it would do, and does nothing then', async () => {
    const customer = newCustomerId();
    const ids = await api.addTaken(customer, ['2023-05-31T23:00:00', '2023-05-12T08:00:00', null]);
    const { body } = await api.preview(customer, ids, { kind: 'shift', seconds: 2 * HOUR_SECONDS });
    expect(body).toEqual({
      photosCount: 2,
      unchangedCount: 1,
      first: { from: '2023-05-12T08:00:00', to: '2023-05-12T10:00:00' },
      last: { from: '2023-05-31T23:00:00', to: '2023-06-01T01:00:00' },
      months: [
        { month: '2023-05', change: -1 },
        { month: '2023-06', change: 1 },
      ],
    });
    expect(await api.monthsOf(customer)).toEqual({ 1970: { 1: 1 }, 2023: { 5: 2 } });
    const set = (await api.preview(customer, ids.slice(2), { kind: 'set', date: '1974' })).body;
    expect(set).toMatchObject({ first: { to: '1974-07-01T12:00:00' } });
    expect(set.first).not.toHaveProperty('from');
  });

  test('is pushed to every screen once, by name or as many, and nothing is where nothing changed', async () => {
    const customer = newCustomerId();
    const [one = '', ...others] = await seedLibrary(api, { customerId: customer, photos: 102 });
    const messages = await api.listen<{ type: string; data: unknown }>(customer);
    await api.shift(customer, [one], HOUR_SECONDS);
    await api.reset(customer, others);
    await api.shift(customer, others, HOUR_SECONDS);
    await expect.poll(() => messages.length, SOON).toBe(2);
    expect(messages.map(({ data }) => data)).toEqual([
      { change: 'dated', photoIds: [one] },
      { change: 'dated', photoIds: [] },
    ]);
  });

  test('agrees with others at once and with a deletion that takes the same photos', async () => {
    const customer = newCustomerId();
    const ids = await seedLibrary(api, { customerId: customer, photos: 60 });
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all([
        api.shift(customer, ids, 40 * DAY_SECONDS),
        api.shift(customer, ids.toReversed(), -20 * DAY_SECONDS),
        api.set(customer, ids.slice(0, 10), '2015-03'),
        api.call(customer, 'DELETE', '/photos', { photoIds: ids.slice(20, 40).toReversed() }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      await api.call(customer, 'POST', '/photos/deleted/restore', { photoIds: ids });
    }
    const { rows } = await sql<{
      month: string;
      photos: number;
    }>`select to_char(month, 'YYYY-MM') as month, photos
      from photo_month_counts where user_id = ${customer} and sort_key = 'dateTaken' and photos > 0 order by 1`.execute(
      api.db,
    );
    const { rows: counted } =
      await sql`select to_char(taken_order, 'YYYY-MM') as month, count(*)::int as photos
      from photos where user_id = ${customer} group by 1 order by 1`.execute(api.db);
    expect(rows).toEqual(counted);
  });
});

describe('what the file says', () => {
  test('stays readable beside the correction, and comes back for one photo or many', async () => {
    const customer = newCustomerId();
    const ids = await api.addTaken(customer, ['2023-05-12T08:00:00', null]);
    const [dated = '', undated = ''] = ids;
    expect(await api.detailsOf(customer, dated)).not.toHaveProperty('corrected');
    await api.set(customer, ids, '1974');
    await api.set(customer, ids, '1974-08-02T10:00:00');
    expect((await api.detailsOf(customer, dated)).corrected).toEqual({ recordedDate: '2023-05-12T08:00:00' });
    expect((await api.detailsOf(customer, undated)).corrected).toEqual({});
    expect((await api.reset(customer, ids)).body).toMatchObject({ photosCount: 2 });
    expect(await api.datesOf(customer, ids)).toEqual(['2023-05-12T08:00:00', undefined]);
    expect(await api.detailsOf(customer, dated)).not.toHaveProperty('corrected');
    expect(await api.monthsOf(customer)).toEqual({ 1970: { 1: 1 }, 2023: { 5: 1 } });
    expect((await api.reset(customer, ids)).body).toEqual({ photosCount: 0, unchangedCount: 2 });
  });

  test('includes its offset, which a shift leaves and a set date has not', async () => {
    const customer = newCustomerId();
    const { photoId } = await api.add(customer, { takenAt: '2023-05-12T08:00:00', takenOffsetMinutes: 120 });
    const offset = async () => (await api.get(customer, `/photos/${photoId}`)).body.dateTakenOffset;
    await api.shift(customer, [photoId], HOUR_SECONDS);
    expect(await offset()).toBe(120);
    const { changeId } = (await api.set(customer, [photoId], '1974')).body;
    expect(await offset()).toBeUndefined();
    await api.undo(customer, changeId);
    expect(await offset()).toBe(120);
    await api.set(customer, [photoId], '1974');
    await api.reset(customer, [photoId]);
    expect(await offset()).toBe(120);
  });

  test.each(['undone', 'reset'])(
    'is recorded when it is read later, and there once that is %s',
    async (way) => {
      const customer = newCustomerId();
      const { photoId, objectKey } = await api.add(customer, { takenAt: null });
      const { changeId } = (await api.set(customer, [photoId], '1974')).body;
      const camera = {
        make: null,
        model: null,
        lens: null,
        focalLength: null,
        fNumber: null,
        exposureTime: null,
        iso: null,
      };
      const description = {
        camera,
        takenAt: '2001-02-03T04:05:06',
        takenOffsetMinutes: 60,
        writtenDate: null,
      };
      await api.db.transaction().execute((trx) =>
        recordDescription(
          trx,
          { customerId: customer, photoId, objectKey },
          {
            description: description as never,
            updateInAlbums: async () => undefined,
          },
        ),
      );
      expect(await api.datesOf(customer, [photoId])).toEqual(['1974-07-01T12:00:00']);
      expect((await api.detailsOf(customer, photoId)).corrected).toEqual({
        recordedDate: '2001-02-03T04:05:06',
      });
      await (way === 'undone' ? api.undo(customer, changeId) : api.reset(customer, [photoId]));
      expect(await api.monthsOf(customer)).toEqual({ 2001: { 2: 1 } });
      const { body } = await api.get(customer, `/photos/${photoId}`);
      expect([body.dateTaken, body.dateTakenOffset]).toEqual(['2001-02-03T04:05:06', 60]);
    },
  );
});
