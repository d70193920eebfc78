import { expect, test } from 'vitest';
import { beginStorage } from '../modules/library/retention/index.ts';
import { openTestDatabase } from '../platform/testing/test-database.ts';
import { ageStorage } from './age-storage.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';

test('demo customers are in every state of storage, and stay so at the next start', async () => {
  const { db, stop } = await openTestDatabase();
  const now = new Date('2026-06-15T10:00:00Z');
  for (const { id: customerId } of DEMO_CUSTOMERS) {
    await beginStorage(db, { customerId, channel: 'pennyfern', registeredAt: now });
  }
  const read = async () => {
    const rows = await db.selectFrom('storage_accounts').selectAll().orderBy('user_id').execute();
    return rows.map((row) => row.projected_deletion_date);
  };
  const firms = ['2027-12-15', '2027-12-15', '2027-12-15'];
  const expected = [
    '2027-12-15',
    '2027-12-15',
    '2027-12-15',
    '2026-08-16',
    '2026-06-27',
    '2027-12-15',
    ...firms,
  ];
  await ageStorage(db, now);
  expect(await read()).toEqual(expected);
  await ageStorage(db, now);
  expect(await read()).toEqual(expected);
  await stop();
});
