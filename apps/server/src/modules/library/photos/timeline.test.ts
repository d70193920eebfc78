import { randomBytes, randomUUID } from 'node:crypto';
import { type MonthsLayout, photoPage } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { markOrdered } from './photo-uses.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';

let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos();
});
afterAll(() => api.stop());

async function addTaken(customerId: CustomerId, ...dates: (string | null)[]) {
  const added = [];
  for (const takenAt of dates) added.push((await api.add(customerId, { takenAt })).photoId);
  return added;
}

describe('the timeline map', () => {
  test('counts the photos of each month, by year and month [TL-28]', async () => {
    const customer = newCustomerId();
    await addTaken(customer, '2024-12-31T23:30:00', '2025-01-01T00:30:00', '2025-01-31T12:00:00');
    const { status, body } = await api.get(customer, '/users/timeline');
    expect(status).toBe(200);
    expect(body).toEqual({ 2024: { 12: 1 }, 2025: { 1: 2 } });
  });

  test('puts photos without a date into January 1970 [TL-07]', async () => {
    const customer = newCustomerId();
    await addTaken(customer, null);
    expect((await api.get(customer, '/users/timeline')).body).toEqual({ 1970: { 1: 1 } });
    const { body } = await api.get(customer, '/photos/timeline/1970/1');
    expect(body.images).toHaveLength(1);
    expect(body.images[0]?.dateTaken).toBeUndefined();
  });

  test('follows the upload month when sorted by upload date [TL-42]', async () => {
    const customer = newCustomerId();
    await addTaken(customer, '2019-07-04T15:30:12');
    expect((await api.get(customer, '/users/timeline?sortKey=created')).body).toEqual({ 2026: { 6: 1 } });
    expect((await api.get(customer, '/photos/timeline/2026/6?sortKey=created')).body.images).toHaveLength(1);
    expect((await api.get(customer, '/photos/timeline/2019/7?sortKey=created')).body.images).toHaveLength(0);
  });

  test('stays exact under concurrent uploads', async () => {
    const customer = newCustomerId();
    await Promise.all(
      Array.from({ length: 40 }, (_, day) =>
        api.add(customer, { takenAt: `2020-0${1 + (day % 3)}-10T10:00:00` }),
      ),
    );
    expect((await api.get(customer, '/users/timeline')).body).toEqual({ 2020: { 1: 14, 2: 13, 3: 13 } });
    expect((await api.get(customer, '/users')).body).toEqual({ photosCount: 40 });
  });
});

describe('the start of the timeline', () => {
  test('is the map and the first pages of its first months', async () => {
    const customer = newCustomerId();
    const april = Array.from({ length: 5 }, (_, n) => `2023-04-0${n + 1}T08:00:00`);
    const march = Array.from({ length: 30 }, (_, n) => `2023-03-01T08:00:${10 + n}`);
    await addTaken(customer, ...april, ...march, '2023-02-01T08:00:00');
    const { status, body } = await api.get(customer, '/users/timeline/start');
    expect(status).toBe(200);
    expect(body.timeline).toEqual((await api.get(customer, '/users/timeline')).body);
    expect(body.counts).toEqual((await api.get(customer, '/users/counts')).body);
    expect(body.months.map(({ year, month }) => `${year}/${month}`)).toEqual(['2023/4', '2023/3']);
    for (const { year, month, ...page } of body.months)
      expect(page).toEqual((await api.get(customer, `/photos/timeline/${year}/${month}`)).body);
    const oldest = await api.get(customer, '/users/timeline/start?sortOrder=asc');
    expect(oldest.body.months[0]).toMatchObject({ year: '2023', month: '2', cursor: null });
    expect(oldest.body.months[1]?.images).toHaveLength(24);
  });

  test('has few months, however sparse they are, and none for an empty library', async () => {
    const customer = newCustomerId();
    const counts = (await api.get(customer, '/users/counts')).body;
    const empty = { counts, timeline: {}, layout: {}, months: [] };
    expect((await api.get(customer, '/users/timeline/start')).body).toEqual(empty);
    await addTaken(customer, ...Array.from({ length: 9 }, (_, n) => `2023-0${n + 1}-01T08:00:00`));
    expect((await api.get(customer, '/users/timeline/start')).body.months).toHaveLength(8);
    expect((await api.get(customer, '/users/timeline/start?filter=notPrinted')).body.months).toHaveLength(8);
  });
});

describe('the layout of the timeline', () => {
  const monthsIn = (byYear: object) =>
    Object.entries(byYear).map(([year, months]) => [year, Object.keys(months as object)]);

  test('has the ratios of the first 24 photos of each month, equal to the layout of the month', async () => {
    const customer = newCustomerId();
    const march = await addTaken(
      customer,
      ...Array.from({ length: 30 }, (_, n) => `2023-03-01T08:00:${10 + n}`),
    );
    await addTaken(customer, '2022-12-31T23:59:59', null);
    for (const [n, id] of march.entries()) {
      const size = { width: 100 + n, height: 100 };
      await api.db
        .updateTable('photos')
        .set(size)
        .where('user_id', '=', customer)
        .where('id', '=', id)
        .execute();
    }
    await api.db
      .transaction()
      .execute((trx) =>
        markOrdered(trx, { customerId: customer, photoIds: march.slice(0, 3), now: api.clock.now }),
      );
    for (const query of ['', '?sortOrder=asc', '?sortKey=created', '?filter=notPrinted&sortOrder=asc']) {
      const { status, body } = await api.get(customer, `/photos/timeline/layout${query}`);
      expect(status).toBe(200);
      expect((await api.get(customer, `/users/timeline/start${query}`)).body.layout).toEqual(body);
      const map = (await api.get(customer, `/users/timeline${query}`)).body;
      expect(monthsIn(body)).toEqual(monthsIn(map));
      for (const [year, months] of Object.entries(body as unknown as MonthsLayout)) {
        for (const [month, ratios] of Object.entries(months)) {
          const { body: whole } = await api.get(customer, `/photos/timeline/${year}/${month}/layout${query}`);
          expect(ratios).toBe(Buffer.from(whole.ratios, 'base64').subarray(0, 48).toString('base64'));
        }
      }
    }
  });
});

describe('adding the same content', () => {
  test('fifty times at once makes one photo and fifty successful answers', async () => {
    const customer = newCustomerId();
    const content = randomBytes(500);
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.add(customer, { content })));
    expect(new Set(answers.map(({ photoId }) => photoId)).size).toBe(1);
    expect(answers.filter(({ isDuplicate }) => !isDuplicate)).toHaveLength(1);
    expect((await api.get(customer, '/users')).body).toEqual({ photosCount: 1 });
  });

  test('by two customers makes a photo for each', async () => {
    const content = randomBytes(500);
    const [one, other] = [
      await api.add(newCustomerId(), { content }),
      await api.add(newCustomerId(), { content }),
    ];
    expect(one.isDuplicate || other.isDuplicate).toBe(false);
  });
});

describe('a month', () => {
  test('comes in pages of 24 without gaps or repeats, in both orders [TL-09, TL-29, TL-30]', async () => {
    const customer = newCustomerId();
    const dates = Array.from(
      { length: 60 },
      (_, n) => `2023-05-${String(1 + (n % 20)).padStart(2, '0')}T08:00:00`,
    );
    const all = await addTaken(customer, ...dates);
    await addTaken(customer, '2023-04-30T23:59:59', '2023-06-01T00:00:00');
    for (const order of ['desc', 'asc'] as const) {
      const seen: string[] = [];
      const sizes: number[] = [];
      let cursor: string | null = null;
      do {
        const query = `limit=24&sortOrder=${order}${cursor ? `&cursor=${cursor}` : ''}`;
        const page = photoPage.parse((await api.get(customer, `/photos/timeline/2023/5?${query}`)).body);
        seen.push(...page.images.map(({ imageId }) => imageId));
        sizes.push(page.images.length);
        cursor = page.cursor;
      } while (cursor);
      expect(sizes).toEqual([24, 24, 12]);
      expect(new Set(seen)).toEqual(new Set(all));
    }
  });

  test('can be entered in the middle, for a jump', async () => {
    const customer = newCustomerId();
    await addTaken(
      customer,
      ...Array.from({ length: 30 }, (_, n) => `2023-05-${String(n + 1).padStart(2, '0')}T08:00:00`),
    );
    const { body } = await api.get(customer, '/photos/timeline/2023/5?limit=2&offset=28');
    expect(body.images.map((image) => image.dateTaken)).toEqual([
      '2023-05-02T08:00:00',
      '2023-05-01T08:00:00',
    ]);
    expect(body.cursor).toBeNull();
  });

  test('has a layout with the ids in the order of its pages', async () => {
    const customer = newCustomerId();
    await addTaken(
      customer,
      ...Array.from({ length: 30 }, (_, n) => `2023-05-${String(n + 1).padStart(2, '0')}T08:00:00`),
    );
    const layout = (await api.get(customer, '/photos/timeline/2023/5/layout')).body;
    const page = (await api.get(customer, '/photos/timeline/2023/5?limit=30')).body;
    expect(layout.count).toBe(30);
    const ids = Buffer.from(layout.ids, 'base64').toString('hex').match(/.{32}/g);
    expect(ids).toEqual(page.images.map((image) => image.imageId.replaceAll('-', '')));
    expect(Buffer.from(layout.ratios, 'base64')).toHaveLength(60);
  });

  test.each([
    '/photos/timeline/2023/13',
    '/photos/timeline/0/1',
    '/photos/timeline/2023/5?limit=0',
    '/photos/timeline/2023/5?limit=-1',
  ])('answers %s with 400 and says what is wrong', async (url) => {
    const { status, body } = await api.get(newCustomerId(), url);
    expect(status).toBe(400);
    expect(body.code).toBe('invalid-request');
    expect(body.errors[0]?.path).toMatch(/^(params|query)\./);
  });

  test.each([
    'sortKey=taken;drop table photos',
    'sortOrder=up',
    'limit=1e9',
    'offset=-5',
    'cursor=%27',
    'cursor=dd_1_x',
  ])('refuses the query %s', async (query) =>
    expect((await api.get(newCustomerId(), `/photos/timeline/2023/5?${query}`)).status).toBe(400),
  );
});

describe('the whole library', () => {
  test('is paged by upload date or by date taken [PHO-09, SRT-09]', async () => {
    const customer = newCustomerId();
    api.clock.now = new Date('2026-06-15T10:00:00Z');
    const first = await api.add(customer, { takenAt: '2022-01-01T00:00:00' });
    api.clock.now = new Date('2026-06-15T10:00:01Z');
    const second = await api.add(customer, { takenAt: '2021-01-01T00:00:00' });
    const idsBy = async (sortKey: string) =>
      (await api.get(customer, `/photos?sortKey=${sortKey}&limit=500`)).body.images.map(
        (image) => image.imageId,
      );
    expect(await idsBy('created')).toEqual([second.photoId, first.photoId]);
    expect(await idsBy('dateTaken')).toEqual([first.photoId, second.photoId]);
  });

  test('continues after a photo, in both directions [PRV-02]', async () => {
    const customer = newCustomerId();
    const [first, second, third] = await addTaken(
      customer,
      '2020-03-01T10:00:00',
      '2021-03-01T10:00:00',
      '2022-03-01T10:00:00',
    );
    const idsAfter = async (sortOrder: string) =>
      (
        await api.get(customer, `/photos?sortKey=dateTaken&sortOrder=${sortOrder}&after=${second}`)
      ).body.images.map((image) => image.imageId);
    expect(await idsAfter('desc')).toEqual([first]);
    expect(await idsAfter('asc')).toEqual([third]);
    expect((await api.get(newCustomerId(), `/photos?after=${second}`)).status).toBe(404);
  });

  test('is counted [TL-40, HDR-11]', async () => {
    const customer = newCustomerId();
    await addTaken(customer, null, '2020-01-01T00:00:00');
    expect((await api.get(customer, '/users')).body.photosCount).toBe(2);
    expect((await api.get(customer, '/users/counts')).body).toEqual({
      photosCount: 2,
      albumsCount: 0,
      deletedDays: 30,
    });
  });

  test('belongs to its customer: others see nothing, and another’s photo is as unknown as a random one', async () => {
    const [owner, other] = [newCustomerId(), newCustomerId()];
    const { photoId } = await api.add(owner, { takenAt: '2022-01-01T00:00:00' });
    expect((await api.get(other, '/photos')).body.images).toEqual([]);
    const withoutIds = (answer: { status: number; body: object }) => ({
      ...answer,
      body: { ...answer.body, correlationId: '' },
    });
    expect(withoutIds(await api.get(other, `/photos/${photoId}`))).toEqual(
      withoutIds(await api.get(other, `/photos/${randomUUID()}`)),
    );
    expect((await api.get(owner, `/photos/${photoId}`)).status).toBe(200);
  });
});

describe('ordered photos', () => {
  /** Marks photos as ordered, as the intake of orders does. */
  const order = (customerId: CustomerId, photoIds: string[]) =>
    api.db.transaction().execute((trx) => markOrdered(trx, { customerId, photoIds, now: api.clock.now }));

  test('are marked on every page, and no others, whatever others order', async () => {
    const [customer, other] = [newCustomerId(), newCustomerId()];
    const [first = '', second = ''] = await addTaken(
      customer,
      '2023-05-01T08:00:00',
      '2023-05-02T08:00:00',
      '2023-05-03T08:00:00',
    );
    expect(await order(customer, [second, randomUUID()])).toEqual([second]);
    expect(await order(customer, [second])).toEqual([second]);
    expect(await order(other, [first])).toEqual([]);
    expect((await api.get(customer, '/users/counts')).body).toMatchObject({ hasOrdered: true });
    expect((await api.get(other, '/users/counts')).body.hasOrdered).toBeUndefined();
    const marks = async (url: string) =>
      (await api.get(customer, url)).body.images.map(({ isOrdered }) => isOrdered);
    expect(await marks('/photos/timeline/2023/5')).toEqual([undefined, true, undefined]);
    expect(await marks('/photos/timeline/2023/5?sortOrder=asc&limit=1&offset=1')).toEqual([true]);
    expect(await marks('/photos?sortKey=created')).toEqual([undefined, true, undefined]);
    expect((await api.get(customer, `/photos/${second}`)).body.isOrdered).toBe(true);
    expect((await api.get(customer, `/photos/${first}`)).body.isOrdered).toBeUndefined();
  });

  const taken = (n: number) => Array.from({ length: n }, (_, day) => `2023-05-${10 + day}T08:00:00`);

  test.each([
    ['dateTaken', '2023/5'],
    ['created', '2026/6'],
  ])('are omitted by the filter for photos not yet printed, sorted by %s', async (sortKey, month) => {
    const customer = newCustomerId();
    const all = await addTaken(customer, ...taken(12));
    await order(customer, [all[1] ?? '', all[4] ?? '', all[11] ?? '', randomUUID()]);
    await order(customer, [all[4] ?? '']);
    const rest = all.filter((_, index) => ![1, 4, 11].includes(index));
    const [year = '', of = ''] = month.split('/');
    const query = `sortKey=${sortKey}&filter=notPrinted`;
    expect((await api.get(customer, `/users/timeline?${query}`)).body).toEqual({ [year]: { [of]: 9 } });
    expect((await api.get(customer, `/users/timeline?sortKey=${sortKey}`)).body).toEqual({
      [year]: { [of]: 12 },
    });
    const inOrder = sortKey === 'created' ? [...rest].sort() : rest;
    for (const [sortOrder, expected] of [
      ['asc', inOrder],
      ['desc', inOrder.toReversed()],
    ] as const) {
      for (const list of [`/photos/timeline/${month}`, '/photos']) {
        const url = `${list}?${query}&sortOrder=${sortOrder}`;
        expect(await idsOf(customer, url)).toEqual(expected);
      }
      const jump = `/photos/timeline/${month}?${query}&sortOrder=${sortOrder}&limit=3&offset=5`;
      expect((await api.get(customer, jump)).body.images.map(({ imageId }) => imageId)).toEqual(
        expected.slice(5, 8),
      );
      const layout = (
        await api.get(customer, `/photos/timeline/${month}/layout?${query}&sortOrder=${sortOrder}`)
      ).body;
      expect(layout.count).toBe(9);
      const bytes = Buffer.from(layout.ids, 'base64').toString('hex');
      expect(bytes).toBe(expected.join('').replaceAll('-', ''));
    }
  });

  /** All ids of a list, read in pages of four. */
  async function idsOf(customer: CustomerId, url: string): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await api.get(customer, `${url}&limit=4${cursor ? `&cursor=${cursor}` : ''}`);
      ids.push(...body.images.map(({ imageId }) => imageId));
      cursor = body.cursor;
    } while (cursor);
    return ids;
  }

  test('leave no month in which everything is printed, and no count when they are deleted', async () => {
    const customer = newCustomerId();
    const [may = '', july = ''] = await addTaken(customer, '2023-05-01T08:00:00', '2023-07-01T08:00:00');
    await order(customer, [may]);
    const map = async () => (await api.get(customer, '/users/timeline?filter=notPrinted')).body;
    expect(await map()).toEqual({ 2023: { 7: 1 } });
    await api.call(customer, 'DELETE', '/photos', { photoIds: [may] });
    expect(await map()).toEqual({ 2023: { 7: 1 } });
    await order(customer, [july]);
    expect(await map()).toEqual({});
  });

  test('refuse an invalid filter', async () => {
    expect((await api.get(newCustomerId(), '/users/timeline?filter=printed')).status).toBe(400);
  });
});
