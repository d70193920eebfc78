import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../../platform/testing/test-database.ts';
import { checkRows } from './check-rows.ts';
import { WORK_CHECKS } from './work-checks.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

const user = randomUUID();
const id = randomUUID();
const old = sql`now() - interval '9 days'`;

/** For each line of the audit that has no test with its module: a row whose work was due nine days ago. */
const LEFT: [string, ReturnType<typeof sql>, string][] = [
  [
    'deletions of libraries whose job is missing',
    sql`insert into photo_deletions (user_id, requested_at, total) values (${user}, ${old}, 1)`,
    'photo_deletions',
  ],
  [
    'legacy imports whose job is missing',
    sql`insert into library_imports (user_id, started_at, total) values (${user}, ${old}, 1)`,
    'library_imports',
  ],
  [
    'exports that are not ready',
    sql`insert into photo_exports (user_id, id, channel, locale, reason, created_at, updated_at)
      values (${user}, ${id}, 'pennyfern', 'en-GB', 'customer', ${old}, ${old})`,
    'photo_exports',
  ],
  [
    "archives of 'my data' that are not ready",
    sql`insert into my_data_archives (user_id, id, channel, locale, files_total, created_at, updated_at)
      values (${user}, ${id}, 'pennyfern', 'en-GB', 1, ${old}, ${old})`,
    'my_data_archives',
  ],
  [
    'closed accounts whose erasure has not begun',
    sql`insert into account_closings (user_id, id, requested_at, sent_at, expires_at, closed_at, erase_at)
      values (${user}, ${id}, ${old}, ${old}, ${old}, ${old}, ${old})`,
    'account_closings',
  ],
  [
    'areas that have not been erased',
    sql`insert into erasure_areas (user_id, area, due_at) values (${user}, 'photos', ${old})`,
    'erasure_areas',
  ],
  [
    'VAT ids that have not been checked',
    sql`insert into vat_checks (user_id, id, vat_id, state, asked_at, next_at)
      values (${user}, ${id}, 'DE123456788', 'pending', ${old}, ${old})`,
    'vat_checks',
  ],
  [
    'outgoing events that have not been tried',
    sql`insert into outgoing_events (user_id, id, service, type, body, created_at, next_at)
      values (${user}, ${id}, 'shop', 'order.reorder', '{}', ${old}, ${old})`,
    'outgoing_events',
  ],
  [
    'newsletters that were queued and not handed over for a week',
    sql`insert into newsletter_deliveries (user_id, issue_id, state, changed_at)
      values (${user}, ${id}, 'queued', ${old})`,
    'newsletter_deliveries',
  ],
  [
    "orders whose invoice cannot be issued: 'keepsake invoices' says why",
    sql`insert into invoice_faults (user_id, order_code, fault, tried_at)
      values (${user}, 'K-1', 'No VAT rate was told.', ${old})`,
    'invoice_faults',
  ],
  [
    'backfills that have not gone on for a day',
    sql`insert into backfills (name, version, moved_at) values ('tried', '0.3.0', ${old})`,
    'backfills',
  ],
  [
    'mails that were given up',
    sql`select graphile_worker.add_job('send-mail', max_attempts => 1)`,
    'graphile_worker._private_jobs',
  ],
];

async function findings(): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('create temporary table stored (key text)');
  await client.query('begin');
  const found = await checkRows(client);
  await client.end();
  return found.filter(({ count }) => count > 0).map(({ what }) => what);
}

test.each(LEFT)('the audit names %s', async (what, leave, table) => {
  await database.pool.query(`delete from ${table}`);
  await leave.execute(database.db);
  await database.pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
  expect(await findings()).toEqual([what]);
  await database.pool.query(`delete from ${table}`);
  expect(await findings()).toEqual([]);
});

test('each of its lines about work has a test', () => {
  const withTheirModules = [
    'refunds without a credit note',
    'paid orders whose invoice is open',
    'orders whose payment was returned, with an invoice that says paid',
    'orders whose invoices have not been brought up to date for a day',
    'order events that name what their order does not have, and were not applied',
    'photos without thumbnails whose job is missing',
    'rows of earlier releases that could not be filled in',
  ];
  const tested = [...LEFT.map(([what]) => what), ...withTheirModules];
  expect(WORK_CHECKS.map(({ what }) => what).sort()).toEqual(tested.sort());
});
