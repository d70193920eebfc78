import { subscribeToNewsletter } from '@keepsake/contracts/account/newsletter';
import { putProductPage, saveOnlineProduct } from '@keepsake/contracts/creations/online-products';
import { saveProject } from '@keepsake/contracts/creations/projects';
import { findKnownContents } from '@keepsake/contracts/library/uploads';
import { putInvoicePdf, saveInvoice } from '@keepsake/contracts/orders/invoices';
import { putOrderFile } from '@keepsake/contracts/orders/order-files';
import { newOrder } from '@keepsake/contracts/orders/orders';
import { getReorderStatus } from '@keepsake/contracts/orders/reorders';
import { saveVoucher } from '@keepsake/contracts/orders/vouchers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { type OpenTestDatabase, openTestDatabase } from '../platform/testing/test-database.ts';

type Field = [schema: z.core.$ZodType | undefined, ...path: string[]];
/** What a column or a field takes: a number, the number of a list's items, the length of bytes, or texts of a pattern. */
type Bounds = { least?: number; most?: number; pattern?: string };

/** The field of the contract that each bounded column stores. */
const SENT: Record<string, Field> = {
  'invoices.currency': [saveInvoice.body, 'currency'],
  'invoices.sha256': [putInvoicePdf.query, 'sha256'],
  'invoices.version': [saveInvoice.body, 'version'],
  'newsletter_subscriptions.topics': [subscribeToNewsletter.body, 'topics'],
  'online_product_files.sha256': [putProductPage.query, 'sha256'],
  'online_products.version': [saveOnlineProduct.body, 'version'],
  'order_files.sha256': [putOrderFile.query, 'sha256'],
  'order_products.net_price': [newOrder, 'products', 'netPrice'],
  'order_products.price': [newOrder, 'products', 'price'],
  'order_products.quantity': [newOrder, 'products', 'quantity'],
  'order_products.vat_rate': [newOrder, 'products', 'vatRate'],
  'orders.currency': [newOrder, 'currency'],
  'orders.delivery_charge': [newOrder, 'deliveryCharge'],
  'orders.total': [newOrder, 'total'],
  'photos.sha256': [findKnownContents.body, 'sha256', 'items'],
  'projects.pages_count': [saveProject.body, 'pagesCount'],
  'projects.price': [saveProject.body, 'price'],
  'projects.version': [saveProject.body, 'version'],
  'reorders.total': [getReorderStatus.response, 'total'],
  'vouchers.percent': [saveVoucher.body, 'value', 'percent'],
  'vouchers.version': [saveVoucher.body, 'version'],
};

const COUNTED = 'counted by Keepsake';
const HASHED = 'a hash that Keepsake computes';
/** Bounded columns that store no field of a call, and where their values come from. */
const OWN: Record<string, string> = {
  'albums.photos_count': COUNTED,
  'business_accounts.version': COUNTED,
  'customer_addresses.version': COUNTED,
  'demo_shop_projects.version': COUNTED,
  'erased_accounts.identity_hmac': HASHED,
  'idempotent_answers.request_hash': HASHED,
  'invoice_numbers.place': COUNTED,
  'invoice_runs.run': COUNTED,
  'invoice_series.value': COUNTED,
  'invoices.content_hash': HASHED,
  'legacy_uploads.bytes': 'the length of a stored file',
  'library_imports.failed': COUNTED,
  'library_imports.imported': COUNTED,
  'library_imports.total': COUNTED,
  'my_data_archives.files_total': COUNTED,
  'my_data_files.bytes': 'the length of a stored file',
  'my_data_files.place': COUNTED,
  'online_product_files.place': 'of a page from 1, and 0 of a document',
  'online_products.content_hash': HASHED,
  'order_address_changes.version': COUNTED,
  'order_event_keys.content_hash': HASHED,
  'order_repairs.request_hash': HASHED,
  'order_requests.request_hash': HASHED,
  'payment_methods.last_four': 'from the payment provider',
  'photo_deletions.deleted': COUNTED,
  'photo_deletions.total': COUNTED,
  'photo_export_chunks.bytes': 'the length of a planned archive',
  'photo_export_chunks.iteration': COUNTED,
  'photo_measures.dhash': HASHED,
  'photo_measures.phash': HASHED,
  'photo_month_counts.photos': COUNTED,
  'photos.bytes': 'the length of a photo that was opened',
  'projects.content_hash': HASHED,
  'recently_deleted_photos.bytes': 'of a photo that was deleted',
  'recently_deleted_photos.sha256': HASHED,
  'refund_matches.place': COUNTED,
  'uploads.bytes': 'a header of tus, whose digits have no sign',
  'uploads.received': COUNTED,
  'vouchers.content_hash': HASHED,
  'widget_links.token_hash': HASHED,
  'widget_refusals.address_hmac': HASHED,
};

let database: OpenTestDatabase;
let bounds: Map<string, Bounds>;
beforeAll(async () => {
  database = await openTestDatabase();
  bounds = await readBounds();
});
afterAll(() => database.stop());

test('every bounded column is known by the field of the contract that it stores, or by where its values come from', () => {
  const listed = [...Object.keys(SENT), ...Object.keys(OWN)];
  expect([...bounds.keys()].sort()).toEqual(listed.sort());
});

test.each(Object.entries(SENT))(
  '%s takes all that its field of the contract takes, and no less than that',
  (column, field) => {
    const { least, most, pattern } = bounds.get(column) ?? {};
    const allowed = boundsOf(field);
    expect({ least, pattern }).toEqual({ least: allowed.least, pattern: allowed.pattern });
    if (most !== undefined) expect(most).toBe(allowed.most);
  },
);

/** `(octet_length(sha256) = 32)`, `(price >= 0)`, `(cardinality(topics) > 0)`. */
const BOUND = /\((?:octet_length\(|cardinality\()?(\w+)\)? (>=|>|<=|<|=) \(?(\d+)/g;
/** `(currency ~ '^[A-Z]{3}$'::text)`. */
const PATTERN = /\((\w+) ~ '([^']+)'/g;

/** The bounds of all columns, by table and column, as the database has them after all migrations. */
async function readBounds(): Promise<Map<string, Bounds>> {
  const { rows } = await sql<{ table: string; definition: string }>`
    select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`.execute(database.db);
  const found = new Map<string, Bounds>();
  const add = (column: string, more: Bounds) => found.set(column, { ...found.get(column), ...more });
  for (const { table, definition } of rows) {
    for (const [, column, sign = '', number] of definition.matchAll(BOUND))
      add(`${table}.${column}`, boundOf(sign, Number(number)));
    for (const [, column, pattern] of definition.matchAll(PATTERN)) add(`${table}.${column}`, { pattern });
  }
  return found;
}

/** Of whole numbers. */
function boundOf(sign: string, number: number): Bounds {
  if (sign === '=') return { least: number, most: number };
  if (sign.startsWith('>')) return { least: sign === '>' ? number + 1 : number };
  return { most: sign === '<' ? number - 1 : number };
}

const jsonSchema = z.looseObject({
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  pattern: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
});

function boundsOf([schema, ...path]: Field): Bounds {
  const whole: unknown = z.toJSONSchema(schema ?? z.never(), { io: 'input', unrepresentable: 'any' });
  const { minimum, maximum, minItems, maxItems, pattern } = jsonSchema.parse(path.reduce(fieldIn, whole));
  const [, digits] = /^\^\[0-9a-f\]\{(\d+)\}\$$/.exec(pattern ?? '') ?? [];
  if (digits) return { least: Number(digits) / 2, most: Number(digits) / 2 };
  return { least: minimum ?? minItems, most: maximum ?? maxItems, pattern };
}

/** The schema of a field of an object, of a list's items or of one of several shapes. */
function fieldIn(schema: unknown, name: string): unknown {
  const { properties, items, anyOf = [] } = jsonSchema.parse(schema);
  if (name === 'items') return items;
  if (properties && name in properties) return properties[name];
  const others = [...(items === undefined ? [] : [items]), ...anyOf];
  const found = others.flatMap((other) => fieldIn(other, name) ?? []);
  return found[0];
}
