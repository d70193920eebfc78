import { THUMBNAIL_SIZES } from '@keepsake/contracts/platform/limits';
import { checkRows } from './check-rows.ts';
import { type Comparison, compareStored, createFinding, type Finding, type Options } from './comparison.ts';
import { findMissing, type Missing, SENT_FILES } from './missing-objects.ts';
import { findOrphans } from './orphans.ts';

export type Audit = {
  photos: number;
  deletedPhotos: number;
  objects: number;
  /** Only kinds with at least one finding. */
  findings: Finding[];
};

/**
 * Compares every row with every object and every stored count with its rows; changes nothing. Safe to run while the library is in
 * use: objects are listed before the rows, all rows come from one snapshot, and whatever looks wrong is checked a second time.
 */
export async function auditStorage(options: Options): Promise<Audit> {
  return compareStored(options, async (comparison) => {
    const { client, stored } = comparison;
    const { rows } = await client.query<{ photos: number; deleted: number }>(
      `select (select count(*) from photos)::int as photos, ((select count(*) from deleted_photos) +
        (select coalesce(sum(cardinality(photo_ids)), 0) from deleted_batches))::int as deleted`,
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

const ORIGINALS = `select user_id, id, object_key as key, photos.bytes as expected
  from photos left join stored on key = object_key where stored.bytes is distinct from photos.bytes`;

const DELETED_ORIGINALS = `select user_id, id, object_key as key, deleted.bytes as expected
  from recently_deleted_photos as deleted left join stored on key = object_key
  where stored.bytes is distinct from deleted.bytes`;

const thumbnailsOf = (
  column: string,
) => `select user_id, id, ${column} || '.' || size || '.jpg' as key, null as expected
  from photos cross join unnest(array[${THUMBNAIL_SIZES}]) as size
  left join stored on key = ${column} || '.' || size || '.jpg'
  where thumbnail_state = 'success' and ${column} is not null and stored.key is null`;

const STORED = [
  { what: 'photos whose original is missing or has another size', query: ORIGINALS, table: 'photos' },
  {
    what: 'recently deleted photos whose original is missing or has another size',
    query: DELETED_ORIGINALS,
    table: 'recently_deleted_photos',
  },
  { what: 'thumbnails that are missing', query: thumbnailsOf('object_key'), table: 'photos' },
  {
    what: 'thumbnails of turned photos that are missing',
    query: thumbnailsOf('turned_key'),
    table: 'photos',
  },
  ...SENT_FILES,
] as const;

/** Rows whose objects are missing or have the wrong size. */
async function checkMissing(comparison: Comparison): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const saved of STORED) {
    const finding = createFinding(saved.what);
    for await (const missing of findMissing(comparison, saved)) finding.add(describe(missing));
    findings.push(finding);
  }
  return findings;
}

const describe = ({ table, customerId, id, key }: Missing) =>
  `${table.endsWith('photos') ? 'photo' : 'file'} ${id} of ${customerId}: ${key}`;

/** Objects without a row. */
async function checkOrphans(comparison: Comparison): Promise<Finding[]> {
  const orphans = createFinding('objects that belong to nothing');
  for await (const keys of findOrphans(comparison)) {
    for (const key of keys) if ((await comparison.objects.size(key)) !== null) orphans.add(key);
  }
  return [orphans];
}
