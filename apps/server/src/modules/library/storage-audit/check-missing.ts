import { THUMBNAIL_SIZES } from '@keepsake/contracts';
import type { Comparison } from './compare-stored.ts';
import { createFinding, type Finding } from './finding.ts';
import { readInPages } from './read-in-pages.ts';

type Missing = { user_id: string; id: string; key: string; expected: string | null };

const ORIGINALS = `select user_id, id, object_key as key, photos.bytes as expected
  from photos left join stored on key = object_key where stored.bytes is distinct from photos.bytes`;

const THUMBNAILS = `select user_id, id, object_key || '.' || size || '.jpg' as key, null as expected
  from photos cross join unnest(array[${THUMBNAIL_SIZES}]) as size
  left join stored on key = object_key || '.' || size || '.jpg'
  where thumbnail_state = 'success' and stored.key is null`;

/**
 * Photos without their original, or with one of another size, and without a thumbnail they should have. What is found is
 * looked at again: in a library at work photos come and go while the store is listed.
 */
export async function checkMissing(deps: Comparison): Promise<Finding[]> {
  const originals = createFinding('photos whose original is missing or has another size');
  const thumbnails = createFinding('thumbnails that are missing');
  for await (const page of readInPages<Missing>(deps.client, ORIGINALS)) {
    for (const row of page) if (await isStillSo(deps, row)) originals.add(describe(row));
  }
  for await (const page of readInPages<Missing>(deps.client, THUMBNAILS)) {
    for (const row of page) if (await isStillSo(deps, row)) thumbnails.add(describe(row));
  }
  return [originals, thumbnails];
}

async function isStillSo(
  { fresh, objects }: Comparison,
  { user_id, id, key, expected }: Missing,
): Promise<boolean> {
  const size = await objects.size(key);
  if (size !== null && (expected === null || size === Number(expected))) return false;
  const { rowCount } = await fresh.query('select from photos where user_id = $1 and id = $2', [user_id, id]);
  return rowCount === 1;
}

const describe = ({ user_id, id, key }: Missing) => `photo ${id} of ${user_id}: ${key}`;
