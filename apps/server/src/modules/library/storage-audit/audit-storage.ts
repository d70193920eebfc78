import { THUMBNAIL_SIZES } from '@keepsake/contracts';
import { checkRows } from './check-rows.ts';
import {
  type Comparison,
  compareStored,
  createFinding,
  type Finding,
  type Options,
  readInPages,
} from './comparison.ts';
import { findOrphans } from './orphans.ts';

export type Audit = {
  photos: number;
  deletedPhotos: number;
  objects: number;
  /** Only kinds of which something was found. */
  findings: Finding[];
};

/**
 * Compares every row with every object and every kept count with its rows; changes nothing. Safe to run while the
 * library is in use: objects are listed before the rows, all rows come from one snapshot, and what looks wrong is
 * checked a second time.
 */
export async function auditStorage(options: Options): Promise<Audit> {
  return compareStored(options, async (comparison) => {
    const { client, stored } = comparison;
    const { rows } = await client.query<{ photos: number; deleted: number }>(
      'select (select count(*) from photos)::int as photos, (select count(*) from deleted_photos)::int as deleted',
    );
    const findings = [
      ...(await checkMissing(comparison)),
      ...(await checkOrphans(comparison)),
      ...(await checkRows(client)),
    ];
    const counts = rows[0] ?? { photos: 0, deleted: 0 };
    const found = findings.filter(({ count }) => count > 0);
    return { photos: counts.photos, deletedPhotos: counts.deleted, objects: stored, findings: found };
  });
}

type Missing = { user_id: string; id: string; key: string; expected: string | null };

const ORIGINALS = `select user_id, id, object_key as key, photos.bytes as expected
  from photos left join stored on key = object_key where stored.bytes is distinct from photos.bytes`;

const THUMBNAILS = `select user_id, id, object_key || '.' || size || '.jpg' as key, null as expected
  from photos cross join unnest(array[${THUMBNAIL_SIZES}]) as size
  left join stored on key = object_key || '.' || size || '.jpg'
  where thumbnail_state = 'success' and stored.key is null`;

const ORDER_FILES = `select user_id, id, kept.key, kept.expected
  from order_files cross join lateral (select object_key || '.' || size || '.jpg' as key, null::bigint as expected
      from unnest(array[300, 800]) as size where purpose = 'thumbnail'
    union all select object_key, bytes where purpose <> 'thumbnail') as kept
  left join stored on stored.key = kept.key
  where stored.key is null or stored.bytes <> kept.expected`;

const PRODUCT_FILES = `select user_id, id, kept.key, kept.expected
  from online_product_files cross join lateral (select object_key || '.' || size || '.jpg' as key, null::bigint as expected
      from unnest(array[300, 800, 1300, 2600]) as size where purpose = 'page'
    union all select object_key, bytes where purpose <> 'page') as kept
  left join stored on stored.key = kept.key
  where stored.key is null or stored.bytes <> kept.expected`;

const PROJECT_PICTURES = `select user_id, id, picture_key || '.' || size || '.jpg' as key, null as expected
  from projects cross join unnest(array[300, 800]) as size
  left join stored on key = picture_key || '.' || size || '.jpg'
  where picture_key is not null and stored.key is null`;

const KEPT = [
  { what: 'photos whose original is missing or has another size', query: ORIGINALS, table: 'photos' },
  { what: 'thumbnails that are missing', query: THUMBNAILS, table: 'photos' },
  { what: 'files of orders that are missing or have another size', query: ORDER_FILES, table: 'order_files' },
  {
    what: 'files of online products that are missing or have another size',
    query: PRODUCT_FILES,
    table: 'online_product_files',
  },
  { what: 'pictures of projects that are missing', query: PROJECT_PICTURES, table: 'projects' },
] as const;

type Table = (typeof KEPT)[number]['table'];

/**
 * Rows whose objects are missing or have another size. Each is checked again, because photos come and go while the store is
 * listed.
 */
async function checkMissing(deps: Comparison): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const kept of KEPT) findings.push(await checkKept(deps, kept));
  return findings;
}

async function checkKept(deps: Comparison, { what, query, table }: (typeof KEPT)[number]): Promise<Finding> {
  const finding = createFinding(what);
  for await (const page of readInPages<Missing>(deps.client, query)) {
    for (const row of page) if (await isStillMissing(deps, row, table)) finding.add(describe(table, row));
  }
  return finding;
}

async function isStillMissing(
  { fresh, objects }: Comparison,
  { user_id, id, key, expected }: Missing,
  table: Table,
): Promise<boolean> {
  const size = await objects.size(key);
  if (size !== null && (expected === null || size === Number(expected))) return false;
  const { rowCount } = await fresh.query(`select from ${table} where user_id = $1 and id = $2`, [
    user_id,
    id,
  ]);
  return rowCount === 1;
}

const describe = (table: Table, { user_id, id, key }: Missing) =>
  `${table === 'photos' ? 'photo' : 'file'} ${id} of ${user_id}: ${key}`;

/** Objects that belong to nothing. */
async function checkOrphans(comparison: Comparison): Promise<Finding[]> {
  const orphans = createFinding('objects that belong to nothing');
  for await (const keys of findOrphans(comparison)) {
    for (const key of keys) if ((await comparison.objects.size(key)) !== null) orphans.add(key);
  }
  return [orphans];
}
