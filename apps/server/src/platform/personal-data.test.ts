import { randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { newCustomerId } from '../testing/customer-ids.ts';
import { areaOf } from '../testing/erase-customer.ts';
import { asStored, type TableFile, tableFile } from './personal-data.ts';
import { type OpenTestDatabase, openTestDatabase } from './testing/test-database.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

let [anna, noah] = [newCustomerId(), newCustomerId()];
beforeEach(() => {
  [anna, noah] = [newCustomerId(), newCustomerId()];
});

const TABLES = { downloads: { customer: 'user_id' } } as const;

async function addDownload(customerId: CustomerId, name: string, at = '2026-05-01T12:00:00Z'): Promise<void> {
  await sql`insert into downloads (user_id, id, name, photos, created_at, expires_at)
    values (${customerId}, ${randomUUID()}, ${name}, '[1, 2]', ${at}, ${at})`.execute(database.db);
}

const areaWith = (file: TableFile) =>
  areaOf(database.db, { tables: TABLES, personalData: { area: 'lists', files: [file] } });
const read = (file: TableFile, customerId = anna) =>
  Array.fromAsync(areaWith(file).files?.[0]?.read(customerId) ?? []);

const NAMES = tableFile({
  name: 'names',
  table: 'downloads',
  orderBy: ['name', 'id'],
  row: z.object({ name: z.string() }),
});

describe('a file with the rows of a table', () => {
  test('has each field from the column of its name, or from what the file names', async () => {
    await addDownload(anna, 'a.zip', '2026-05-01T12:00:00.123456Z');
    const file = tableFile({
      name: 'downloads',
      table: 'downloads',
      orderBy: ['created_at', 'id'],
      row: z.object({
        finishedAt: z.iso.datetime().nullable(),
        photos: z.int(),
        requested: z.iso.datetime(),
        exactly: z.iso.datetime({ offset: true }),
        name: z.string(),
      }),
      from: {
        photos: sql`jsonb_array_length(photos)`,
        requested: 'created_at',
        exactly: asStored('created_at'),
      },
    });
    const [row] = await read(file);
    expect(JSON.stringify(row)).toBe(
      '{"finishedAt":null,"photos":2,"requested":"2026-05-01T12:00:00.123Z","exactly":"2026-05-01T12:00:00.123456+00:00","name":"a.zip"}',
    );
  });

  test('has nobody else’s, and only those that are meant', async () => {
    for (const name of ['a', 'b']) await addDownload(anna, name);
    await addDownload(noah, 'c');
    expect(await read(NAMES)).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect(await read({ ...NAMES, only: sql`name = 'b'` })).toEqual([{ name: 'b' }]);
  });

  test('is read page by page in its order, which times to the microsecond may tell', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `${index}`);
    for (const name of names.toReversed()) await addDownload(anna, name, `2026-05-01T12:00:00.00000${name}Z`);
    for (const pageRows of [1, 2, 7, 100])
      expect(await read({ ...NAMES, orderBy: ['created_at', 'id'], pageRows })).toEqual(
        names.map((name) => ({ name })),
      );
  });

  test('needs a table of which the module says whose its rows are', () => {
    const file = { ...NAMES, table: 'albums' } as const;
    expect(() => areaWith(file)).toThrow("The module's tables do not say whose rows albums has");
  });
});

test('a field without a column of its name, or that may be null there, does not compile without its source', () => {
  const downloads = { name: 'downloads', table: 'downloads', orderBy: ['id'] } as const;
  // @ts-expect-error there is no such column
  tableFile({ ...downloads, row: z.object({ nickname: z.string() }) });
  // @ts-expect-error it may be null
  tableFile({ ...downloads, row: z.object({ finishedAt: z.string() }) });
  // @ts-expect-error there is no such column
  tableFile({ ...downloads, row: z.object({ at: z.string() }), from: { at: 'finished' } });
  expect(tableFile({ ...downloads, row: z.object({ name: z.string() }) }).from).toBeUndefined();
});

test('what would be lost is counted, and nothing is said where there is nothing', async () => {
  await addDownload(anna, 'a');
  const personalData = { area: 'lists', loses: { kind: 'photos', rowsOf: 'downloads' } } as const;
  const area = areaOf(database.db, { tables: TABLES, personalData });
  expect(await area.countLosses?.(anna)).toEqual([{ kind: 'photos', count: 1 }]);
  expect(await area.countLosses?.(noah)).toEqual([]);
});
