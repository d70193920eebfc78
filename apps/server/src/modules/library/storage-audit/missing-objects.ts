import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { COVER_SIZES, PAGE_PICTURE_SIZES } from '@keepsake/contracts/platform/limits';
import { type Comparison, readInPages } from './comparison.ts';

const ORDER_FILES = `select user_id, id, named.key, named.expected
  from order_files cross join lateral (select object_key || '.' || size || '.jpg' as key, null::bigint as expected
      from unnest(array[${COVER_SIZES}]) as size where purpose = 'thumbnail'
    union all select object_key, bytes where purpose <> 'thumbnail') as named
  left join stored on stored.key = named.key
  where stored.key is null or stored.bytes <> named.expected`;

const PRODUCT_FILES = `select user_id, id, named.key, named.expected
  from online_product_files cross join lateral (select object_key || '.' || size || '.jpg' as key, null::bigint as expected
      from unnest(array[${PAGE_PICTURE_SIZES}]) as size where purpose = 'page'
    union all select object_key, bytes where purpose <> 'page') as named
  left join stored on stored.key = named.key
  where stored.key is null or stored.bytes <> named.expected`;

const PROJECT_PICTURES = `select user_id, id, picture_key || '.' || size || '.jpg' as key, null as expected
  from projects cross join unnest(array[${COVER_SIZES}]) as size
  left join stored on key = picture_key || '.' || size || '.jpg'
  where picture_key is not null and stored.key is null`;

const INVOICES = `select user_id, id, object_key as key, invoices.bytes as expected
  from invoices left join stored on key = object_key
  where object_key is not null and stored.bytes is distinct from invoices.bytes`;

/** Rows of files sent by services whose objects are missing or have the wrong size. */
export const SENT_FILES = [
  { what: 'files of orders that are missing or have another size', query: ORDER_FILES, table: 'order_files' },
  {
    what: 'files of online products that are missing or have another size',
    query: PRODUCT_FILES,
    table: 'online_product_files',
  },
  { what: 'pictures of projects that are missing', query: PROJECT_PICTURES, table: 'projects' },
  { what: 'invoices that are missing or have another size', query: INVOICES, table: 'invoices' },
] as const;

type Table = 'photos' | 'recently_deleted_photos' | (typeof SENT_FILES)[number]['table'];
type Row = { user_id: CustomerId; id: string; key: string; expected: string | null };
/** A row, and the key of its faulty object. */
export type Missing = { table: Table; customerId: CustomerId; id: string; key: string };

/** The results of the query, checked again, because rows and objects come and go while the store is listed. */
export async function* findMissing(
  { client, fresh, objects }: Comparison,
  { query, table }: { query: string; table: Table },
): AsyncGenerator<Missing> {
  for await (const page of readInPages<Row>(client, query)) {
    for (const { user_id: customerId, id, key, expected } of page) {
      const size = await objects.size(key);
      if (size !== null && (expected === null || size === Number(expected))) continue;
      const requested = [customerId, id];
      const { rowCount } = await fresh.query(
        `select from ${table} where user_id = $1 and id = $2`,
        requested,
      );
      if (rowCount === 1) yield { table, customerId, id, key };
    }
  }
}

/** Files sent by services that are missing from the store: each once, however many pictures are made of it. */
export async function findMissingFiles(comparison: Comparison): Promise<Missing[]> {
  const found = new Map<string, Missing>();
  for (const query of SENT_FILES)
    for await (const missing of findMissing(comparison, query)) found.set(missing.id, missing);
  return [...found.values()];
}

/** A row whose object is gone, and when the customer added it. */
export type Lost = { customerId: CustomerId; id: string; objectKey: string; addedAt: Date };

const ADDED_AT = {
  photos: 'created_at',
  recently_deleted_photos: 'created_at',
  legacy_uploads: 'uploaded_at',
};

const GONE = (
  table: keyof typeof ADDED_AT,
) => `select user_id as "customerId", id, object_key as "objectKey", ${ADDED_AT[table]} as "addedAt"
  from ${table} left join stored on key = object_key where object_key is not null and stored.key is null`;

/** Rows whose objects are gone. Each is checked again, because photos come and go while the store is listed. */
export async function findLost(comparison: Comparison, table: keyof typeof ADDED_AT): Promise<Lost[]> {
  const { client, fresh, objects } = comparison;
  const lost: Lost[] = [];
  for await (const page of readInPages<Lost>(client, GONE(table))) {
    for (const row of page) {
      if ((await objects.size(row.objectKey)) !== null) continue;
      const { rowCount } = await fresh.query(
        `select from ${table} where user_id = $1 and id = $2 and object_key = $3`,
        [row.customerId, row.id, row.objectKey],
      );
      if (rowCount === 1) lost.push(row);
    }
  }
  return lost;
}
