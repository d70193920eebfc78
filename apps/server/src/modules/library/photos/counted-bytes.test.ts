import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { auditStorage } from '../storage-audit/audit-storage.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';

const customer = newCustomerId();
let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos({ quota: { photos: 10, bytes: null } });
});
afterAll(() => api.stop());

const quota = async () => (await api.get(customer, '/users/counts')).body.quota;
const countsFound = async () =>
  (await auditStorage(api)).findings.filter(({ what }) => what.startsWith('month counts'));
const add = (bytes: number) => api.add(customer, { content: Buffer.alloc(bytes, String(bytes)) });

test('the counts say the library’s limit and use, as photos are added and deleted', async () => {
  expect(await quota()).toEqual({ photos: 10, bytes: null, usedBytes: 0 });
  const { photoId } = await add(300);
  await add(50);
  expect(await quota()).toEqual({ photos: 10, bytes: null, usedBytes: 350 });
  await api.call(customer, 'DELETE', '/photos', { photoIds: [photoId] });
  expect(await quota()).toEqual({ photos: 10, bytes: null, usedBytes: 50 });
});

test('the audit finds bytes that an older node did not count, and the statement of the migration counts them', async () => {
  await api.pool.query('update photo_month_counts set bytes = 0');
  expect(await countsFound()).toMatchObject([{ count: 2 }]);
  const migration = await readFile(
    new URL('../../../migrations/0027-bytes-of-months.sql', import.meta.url),
    'utf8',
  );
  await api.pool.query(migration.slice(migration.indexOf('update')));
  expect(await countsFound()).toEqual([]);
});
