import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';

let api: TestPhotos;
let customer: CustomerId;
beforeAll(async () => {
  api = await startPhotos();
});
beforeEach(() => {
  customer = newCustomerId();
  api.clock.now = new Date('2026-06-15T10:00:00Z');
});
afterAll(() => api.stop());

async function addPictures(...dates: (string | null)[]): Promise<string[]> {
  const ids = [];
  for (const takenAt of dates) ids.push((await api.add(customer, { takenAt })).photoId);
  await api.db
    .updateTable('photos')
    .set({ thumbnail_state: 'success' })
    .where('user_id', '=', customer)
    .execute();
  return ids;
}
const read = async (of = customer) => {
  const value = await api.photos.overview?.onThisDay?.read(of);
  return value ? { ...value, images: value.images.map(({ imageId }) => imageId) } : null;
};

test('shows the year in which most photos were taken on this day, some of them spread over the day', async () => {
  const [a, , c, , e] = await addPictures(
    ...['2023-06-15T00:00:00', '2023-06-15T08:00:01', '2023-06-15T12:00:00', '2023-06-15T12:00:01'],
    ...['2023-06-15T23:59:59', '2025-06-15T09:00:00', '2025-06-14T23:59:59', '2025-06-16T00:00:00'],
  );
  expect(await read()).toEqual({ day: '2023-06-15', yearsAgo: 3, photosCount: 5, images: [a, c, e] });
  expect(await read(newCustomerId())).toBeNull();
});

test('shows a photo whose day its customer set, but none of which only the month or the year is certain', async () => {
  const ids = await addPictures(...Array(3).fill('2023-06-15T09:00:00'));
  for (const [index, precision] of (['day', 'month', 'year'] as const).entries())
    await api.db
      .updateTable('photos')
      .set({ corrected_to: precision })
      .where('id', '=', ids[index] ?? '')
      .execute();
  expect(await read()).toMatchObject({ photosCount: 1, images: ids.slice(0, 1) });
});

test('takes the latest of two years with equally many', async () => {
  const [, latest] = await addPictures('1998-06-15T09:00:00', '2024-06-15T09:00:00');
  expect(await read()).toEqual({ day: '2024-06-15', yearsAgo: 2, photosCount: 1, images: [latest] });
});

test('shows nothing of this year, of an unknown date, or without a picture yet', async () => {
  await addPictures('2026-06-15T09:00:00', null);
  await api.add(customer, { takenAt: '2025-06-15T09:00:00' });
  expect(await read()).toBeNull();
  // The bucket of unknown dates is that of 1 January 1970.
  api.clock.now = new Date('2026-01-01T10:00:00Z');
  expect(await read()).toBeNull();
});

test('goes by the day where the brand is, and finds 29 February in leap years alone', async () => {
  await addPictures('2025-06-16T09:00:00', '2027-02-28T09:00:00', '2024-02-29T09:00:00');
  expect(await read()).toBeNull();
  api.clock.now = new Date('2026-06-15T23:30:00Z');
  expect(await read()).toMatchObject({ day: '2025-06-16' });
  api.clock.now = new Date('2028-02-29T10:00:00Z');
  expect(await read()).toMatchObject({ day: '2024-02-29', yearsAgo: 4 });
});

test('shows nothing of a hidden library', async () => {
  await addPictures('2025-06-15T09:00:00');
  api.hidden.add(customer);
  expect(await read()).toBeNull();
});
