import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableRows } from '../platform/tables.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';
import { type Columns, findUndecided, readColumns, readViews } from './personal-columns.fixture.ts';

/** Columns of impersonal tables that sound personal. */
const SOUNDING = columnsIn(`
  ended_sessions: key kind
  identity_provider: documents issuer
  logout_tokens: id
  demo_marks: name
  operators: email name
  secrets: name
  used_challenges: challenge_hash
`);

/**
 * The columns of the tables that stay in part. Add a new column here once the area's `erase` and docs/privacy.md say what becomes
 * of it.
 */
const DECIDED = columnsIn(`
  cookie_consents: channel chosen_at code id locale scripts text_version
  invoice_faults: fault order_code tried_at user_id
  invoice_requests: order_code requested_at requests user_id
  refund_matches: credited is_earlier left_out matched_at order_code place refund_id surplus user_id
  invoice_numbers: channel created_at customer_id invoice_id number place series
  invoice_supplies: created_at customer_id invoice_id order_code service
  invoices: bytes channel code content_hash crc32 credits currency due_on gross id issued_on kind net number
    object_key order_codes received_at service sha256 state tax taxes user_id version
  newsletter_consents: address_hmac confirmed_at confirmed_network ended_at ended_by id locale requested_at
    requested_network source text_digest text_version topics user_id
  order_events: data external_id happened_at id note order_code place product_codes production_order received_at
    service type user_id
  order_products: article code current_payment_changed_at current_price current_quantity current_since current_status
    discounts first_photo_id is_personalised net_price order_code payment_changed_at photo_ids photos_count position
    price production_order quantity status title user_id vat_category vat_rate voucher voucher_details withdrawal
  order_requests: created_at customer_id idempotency_key order_code received_at request_hash service
  sent_mails: hash noted_at withheld_at
  orders: address_changeable_until awaits_payment buyer_vat_id channel code created_at currency current_payment_url
    current_since current_status current_total delivered_at delivery_address delivery_charge delivery_type
    expected_from expected_to first_promised_from first_promised_to invoice_address payment_url pickup_point products
    products_count promised_from promised_to received_at reorder_of service source status total user_id
  structured_invoices: answer channel created_at invoice_id number reference sent_at shares user_id xml
  vat_checks: answered_at asked_at consultation_number failure id next_at registered_address registered_name state
    tries user_id vat_id
  voucher_uses: cancelled_at customer_id key order_code used_at was_used_up
  widget_refusals: address_hmac refused_at
  withdrawals: channel declared_at declared_order email id name order_code passed_on_at product_codes products user_id
`);

/** Parses the list above into columns by table. */
function columnsIn(text: string): Record<string, string[]> {
  const tables = text.trim().split(/\n {2}(?! )/);
  return Object.fromEntries(
    tables.map((line) => {
      const [table = '', columns = ''] = line.split(':');
      return [table.trim(), columns.trim().split(/\s+/)];
    }),
  );
}

let installation: Installation;
let columns: Columns;
let documented: string[];
beforeAll(async () => {
  installation = await startInstallation({ identity: 'embedded' });
  columns = await readColumns(db());
  const text = await readFile(path.join(import.meta.dirname, '../../../../docs/privacy.md'), 'utf8');
  const [, table = ''] = text.split('## What stays');
  documented = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
});
afterAll(() => installation.stop());

const node = () => installation.nodes[0] as Installation['nodes'][number];
const db = () => node().connection.db;
const stored = () => node().tables.flatMap((tables) => Object.entries<TableRows>(tables));
const undecided = (found: Columns) =>
  findUndecided(found, { stored: new Map(stored()), documented, sounding: SOUNDING, decided: DECIDED });

describe('all stored data of customers [IDN-09]', () => {
  test('is erased by an area, or stays for a reason given in docs/privacy.md', () => {
    expect(undecided(columns)).toEqual([]);
  });

  test('has areas with unique names, and no removed table', () => {
    const names = node().personalData.map(({ area }) => area);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
    for (const table of [...Object.keys(SOUNDING), ...documented])
      expect([...columns.keys()]).toContain(table);
  });

  test('belongs to one module, table by table', async () => {
    const owned = stored().map(([table]) => table);
    expect(owned.toSorted()).toEqual([...columns.keys(), ...(await readViews(db())).keys()].toSorted());
  });

  test('is shown by views of the module that it belongs to, and by no table that is said to be one', async () => {
    const views = await readViews(db());
    for (const tables of node().tables) {
      const declared = Object.entries<TableRows>(tables).flatMap(([name, rows]) =>
        'view' in rows ? name : [],
      );
      for (const name of declared)
        expect(
          views.get(name)?.filter((shown) => !(shown in tables || views.has(shown))),
          name,
        ).toEqual([]);
    }
  });

  test('says in docs/privacy.md why it stays', () => {
    const staying = stored().flatMap(([table, rows]) => ('stays' in rows ? [table] : []));
    expect(staying.filter((table) => !documented.includes(table))).toEqual([]);
  });

  test('fails the check when a new table or column has not been considered', async () => {
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`create table love_letters (id int, body text)`.execute(trx);
        await sql`alter table secrets add column contact_email text`.execute(trx);
        await sql`alter table orders add column doorbell text`.execute(trx);
        expect(undecided(await readColumns(trx))).toEqual([
          'love_letters',
          'orders.doorbell',
          'secrets.contact_email',
        ]);
        throw new Undone();
      })
      .catch((error) => {
        if (!(error instanceof Undone)) throw error;
      });
  });
});

/** Thrown to roll a transaction back. */
class Undone extends Error {}
