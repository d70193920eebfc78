import { randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../testing/customer-ids.ts';
import { areaOf } from '../testing/erase-customer.ts';
import { areasOf } from './erase-declared.ts';
import type { Module } from './module.ts';
import { type OpenTestDatabase, openTestDatabase } from './testing/test-database.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

const closing = { closedAt: new Date(), emails: [] };

async function addDownload(customerId: CustomerId): Promise<void> {
  await database.db
    .insertInto('downloads')
    .values({
      user_id: customerId,
      id: randomUUID(),
      name: 'a.zip',
      photos: '[]',
      created_at: new Date(),
      expires_at: new Date(),
    })
    .execute();
}

const countDownloads = async (customerId: CustomerId) =>
  (await database.db.selectFrom('downloads').select('id').where('user_id', '=', customerId).execute()).length;

const own = (module: Module) => areaOf(database.db, module);

describe('the rows that a module declares by the column of their customer', () => {
  const tables = { downloads: { customer: 'user_id' } } as const;

  test('are deleted without code, and nobody else’s', async () => {
    const [anna, noah] = [newCustomerId(), newCustomerId()];
    for (const customerId of [anna, anna, noah]) await addDownload(customerId);
    const area = own({ tables, personalData: { area: 'lists' } });
    for (const _twice of [1, 2]) expect(await area.erase(anna, closing)).toBeNull();
    expect([await countDownloads(anna), await countDownloads(noah)]).toEqual([0, 1]);
  });

  test('stay as long as the module’s own code must come back', async () => {
    const anna = newCustomerId();
    await addDownload(anna);
    let later: Date | null = new Date();
    const area = own({ tables, personalData: { area: 'lists', erase: async () => later } });
    expect(await area.erase(anna, closing)).toBe(later);
    expect(await countDownloads(anna)).toBe(1);
    later = null;
    expect(await area.erase(anna, closing)).toBeNull();
    expect(await countDownloads(anna)).toBe(0);
  });

  test('stay if the module erases them itself', async () => {
    const anna = newCustomerId();
    await addDownload(anna);
    const erasedThere = { downloads: { customer: 'user_id', erasedBy: 'module' } } as const;
    const area = own({ tables: erasedThere, personalData: { area: 'lists', erase: async () => null } });
    expect(await area.erase(anna, closing)).toBeNull();
    expect(await countDownloads(anna)).toBe(1);
  });

  test('need an area', () => {
    expect(() => areasOf(database.db, [{ tables }])).toThrow('No area erases downloads');
  });
});
