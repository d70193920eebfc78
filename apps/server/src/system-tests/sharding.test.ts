import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sampleOf } from '@keepsake/contracts/platform/sample';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DB } from '../platform/database/database-types.ts';
import { createObjectStore } from '../platform/objects/storage.ts';
import { createCall } from '../testing/call-api.ts';
import { newCustomerId } from '../testing/customer-ids.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';
import { driveDeletion, driveSettings } from './sharding.account.fixture.ts';
import { type Drive, type Requested, SERVICE_TOKENS, startDrive } from './sharding.calls.fixture.ts';
import { countPartitions, distributeTables, recordStatements } from './sharding.fixture.ts';
import { eraseAccount, NOTE_JOBS, runEveryTask } from './sharding.jobs.fixture.ts';
import {
  driveAlbums,
  driveLegacyImport,
  driveOutgoing,
  drivePhone,
  driveSharing,
  driveTimeline,
  upload,
} from './sharding.library.fixture.ts';
import { driveOrders } from './sharding.orders.fixture.ts';
import { grantAlbum, seedAnna } from './two-customers.fixture.ts';

/**
 * The whole platform on tables that are hash-partitioned by customer. Every endpoint and every job runs; each sent statement must
 * touch only one partition of a table, or be in one of these lists.
 */
const MAY_TOUCH_MORE: Record<string, RegExp[]> = {
  'shared albums: a viewer reads what owners share, and an owner finds who sees it': [
    /union all select owner_id, .* from shared_album_grants as granted join albums/,
    /from changed union all select user_id, album_id from shared_album_grants/,
    /^update albums set is_shared = false .* not exists \(select from shared_album_grants/,
    /^delete from "shared_album_grants" where "owner_id"/,
    /^select \* from "shared_album_grants" where "owner_id"/,
    /^select "user_id" from "shared_album_grants" where "owner_id" = \$1 and "album_id" = \$2/,
    /^select "user_id", "email" from "customers" where "user_id" in \(\$1, \$2, /,
    /^select from albums where \(user_id, id\) in \(select \* from unnest/,
    /^with gone as \( delete from album_photos where user_id = any/,
    /left join library_photos p on p.user_id = requested."ownerId"/,
  ],
  'the start of a node: it counts the customers of channels that its file lacks': [
    /^select channel, count\(\*\)::int as customers from customers/,
  ],
  'housekeeping by the clock: it looks at all customers, each shard by itself': [
    /from photos where \(user_id, id\) > \(\$1, \$2\) order by user_id, id/,
    /as waiting left join graphile_worker\.jobs as job on job\.key = waiting\."jobKey"/,
    /from photos where not is_described and thumbnail_state <> 'loading'/,
    /^select user_id, id from photos where name_order = ''/,
    /from photos where made_by is null and thumbnail_state = 'success'/,
    /from library_photos where \(user_id, id\) > .* left join photo_measures as measured/,
    /from photo_measures as measured where \(user_id, photo_id\) >/,
    /^select named.user_id as "customerId", named.id as "photoId" from unnest/,
    /^update "uploads" set "state" = \$1, .* where "state" = \$6 and "expires_at"/,
    /^select .* from "uploads" where "state" <> \$1 and "closed_at"/,
    /^delete from "uploads" where "state" <> \$1 and "closed_at"/,
    /^with gone as \( delete from photo_exports where status in/,
    /^select \* from my_data_archives as old where status in/,
    /^select .* from pending_objects where not is_open and remove_after/,
    /^delete from pending_objects where is_open and remove_after/,
    /^update pending_objects set is_open = false, remove_after = now\(\) \+ .* where \(user_id, object_key\) in/,
    /^select .* from "projects" where \("deleted_at" <=/,
    /from needed_dates where needed_on >=/,
    /^select "user_id" from "vat_checks" where "state"/,
    /^delete from .* for update skip locked\)\)$/,
    /^select "user_id" from "customers" where lower\("email"\) = .* and "user_id" <>/,
    /as eligibility from newsletter_subscriptions as subscribed .* order by user_id limit/,
  ],
  'an address is looked up, of which nobody says whose it is': [
    /from unnest\(\$1::text\[\]\) as requested \(email\) join customers/,
    /^select "user_id"(, "claims_at")? from "customers" where lower\("email"\) = .* for update$/,
  ],
  'the daily sweep of retention: batches of customers whose storage is due': [
    /^select \*, due_at::text as cursor from storage_accounts where due_at/,
    /from unnest\(\$1::uuid\[\]\) as requested \(user_id\) left join customer_contacts/,
    /^update storage_accounts as stored set .* from json_to_recordset/,
  ],
};

/** Every call, every task and an erasure, one after the other; milliseconds. */
const SETTING_UP = 300_000;

let installation: Installation;
let client: pg.Client;
let tables: string[];
let drive: Drive;
const recorded = recordStatements();

beforeAll(async () => {
  installation = await startInstallation({
    env: {
      SERVICE_TOKENS,
      DEMO_SHOP: 'on',
      CALLBACK_LOOPBACK: 'on',
      DEMO_SHOP_SECONDS: '1',
      QUOTA_PHOTOS: '1000000',
    },
    async prepareDatabase(url) {
      client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(NOTE_JOBS);
      tables = await distributeTables(client);
    },
  });
  drive = startDrive(installation, client);
  const anna = await driveEveryEndpoint(drive);
  await runEveryTask(drive);
  await eraseAccount(drive, anna);
}, SETTING_UP);
afterAll(async () => {
  recorded.stop();
  await client.end();
  await installation.stop();
});

/** Calls every endpoint; returns the customer for whom. */
async function driveEveryEndpoint(drive: Drive): Promise<CustomerId> {
  const [anna, noah] = [newCustomerId(), newCustomerId()];
  for (const customer of [anna, noah]) {
    await drive.ask(customer, 'getCustomer');
    await drive.ask(customer, 'getAccountInformation');
    await drive.ask(customer, 'endSession');
  }
  await driveSettings(drive, anna);
  const [first, second] = [await upload(drive, anna, 1), await upload(drive, anna, 2)];
  await upload(drive, anna, 2);
  await driveTimeline(drive, anna, first);
  const albumId = await driveAlbums(drive, anna, first, second);
  await driveSharing(drive, { ownerId: anna, viewerId: noah, albumId, photoId: first });
  await drivePhone(drive, anna, albumId);
  await driveLegacyImport(drive, anna);
  await driveOutgoing(drive, anna, first);
  await driveOrders(drive, anna, second);
  // A book is drawn from photos that are deleted next.
  await drive.settle();
  await drive.ask(anna, 'deletePhotos', { body: { photoIds: [first] } });
  await drive.ask(anna, 'deleteAlbum', { params: { albumId } });
  await drive.ask(anna, 'deleteAllPhotos');
  await driveDeletion(drive, noah);
  await driveBySamples(drive);
  await drive.settle();
  return anna;
}

/** What needs no story: every other call once, by its sample, for a customer who has rows everywhere. */
async function driveBySamples(drive: Drive): Promise<void> {
  const pool = new pg.Pool({ connectionString: drive.installation.databaseUrl });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const objects = await createObjectStore({ storageUrl: null, dataDir: drive.node().dataDir });
  const { address, routes } = drive.node();
  const ids = await seedAnna({ db, objects }, createCall({ address, tokenFor: drive.installation.tokenFor }));
  // Enough participants to be in more than one partition.
  const album = { ownerId: ids.customerId, albumId: ids.sharedAlbumId };
  for (let nth = 0; nth < 20; nth++) await grantAlbum(db, { ...album, viewerId: newCustomerId() });
  await db.destroy();
  for (const { endpoint } of routes)
    if (!drive.isAnswered(endpoint.name))
      await drive.ask(ids.customerId, endpoint.name, sampleOf(endpoint, ids) as Requested);
}

describe('customers’ tables, distributed by customer', () => {
  test('are reached by every endpoint', () => {
    const names = drive.node().routes.map(({ endpoint }) => endpoint.name);
    expect(names.filter((name) => !drive.isAnswered(name))).toEqual([]);
  });

  test('answer each statement from one partition, except the named ones', async () => {
    const statements = recorded
      .statements()
      .filter(({ text }) => tables.some((table) => text.includes(table)));
    const named = Object.values(MAY_TOUCH_MORE).flat();
    const unused = new Set(named);
    const unnamed: string[] = [];
    for (const statement of statements) {
      if ((await countPartitions(client, statement)) <= 1) continue;
      const text = statement.text.replace(/\s+/g, ' ').trim();
      const matching = named.filter((pattern) => pattern.test(text));
      if (matching.length === 0) unnamed.push(text);
      for (const pattern of matching) unused.delete(pattern);
    }
    expect(unnamed).toEqual([]);
    expect([...unused]).toEqual([]);
    expect(statements.length).toBeGreaterThan(150);
  });

  test('have the customer first in every key and index', async () => {
    const { rows } = await client.query<{ index: string }>(
      `select regexp_replace(tablename, '_part_0$', '') || substring(indexdef from ' \\(.*\\)') as index from pg_indexes
       where tablename = any($1) and indexdef !~ '\\(user_id' order by 1`,
      [tables.map((table) => `${table}_part_0`)],
    );
    // An owner finds an album's participants; the sweep and the expiry of deletion requests walk each shard by due date.
    expect(rows.map(({ index }) => index)).toEqual([
      'account_closings (expires_at) WHERE (closed_at IS NULL)',
      // An operator lists waiting firms, and a job asks about the VAT ids that are due.
      "business_accounts (waiting_since) WHERE (status = 'new'::text)",
      // An address has one owner.
      'customers (lower(email)) WHERE (deleted_at IS NULL)',
      // So do the jobs that look for requested invoices whose job was lost, and that check the dates by which something is needed.
      'invoice_requests (requested_at)',
      'needed_dates (needed_on, user_id, kind, reference)',
      'shared_album_grants (owner_id, album_id)',
      'storage_accounts (due_at, user_id)',
      // And an operator hands over issued invoices.
      'structured_invoices (created_at) WHERE (sent_at IS NULL)',
      "vat_checks (next_at) WHERE (state = 'pending'::text)",
    ]);
  });
});
