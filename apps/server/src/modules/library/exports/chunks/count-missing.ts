import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';
import { findPhotoIds } from '../../photos/index.ts';
import type { ExportRef } from '../export-row.ts';

/** How many photos of an export its zips do not have any more: deleted since it was laid out, or found lost. */
export async function countMissing(db: Queryable, { userId, exportId }: ExportRef): Promise<number> {
  const { rows } = await sql<{ photoIds: string[]; lost: string[] }>`
    select array(select entry ->> 'photoId' from jsonb_array_elements(entries) as entry) as "photoIds",
      array(select jsonb_object_keys(lost)) as lost
    from photo_export_chunks where user_id = ${userId} and export_id = ${exportId}`.execute(db);
  const photoIds = rows.flatMap((row) => row.photoIds);
  const lost = new Set(rows.flatMap((row) => row.lost));
  const there = await findPhotoIds(db, userId, photoIds);
  return photoIds.filter((id) => lost.has(id) || !there.has(id)).length;
}
