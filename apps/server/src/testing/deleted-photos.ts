import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

/** Ids of a customer's deleted photos whose objects may still exist. */
export async function findUnpurged(db: Database, customerId: CustomerId): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from deleted_photos where user_id = ${customerId}
    union all select unnest(photo_ids) from deleted_batches where user_id = ${customerId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** As a minute later: frees what a killed purge had claimed; and makes all deletions that old. */
export async function makePurgesDue(db: Database): Promise<void> {
  await db
    .updateTable('deleted_photos')
    .set({ purge_after: new Date(0) })
    .execute();
  await db
    .updateTable('deleted_batches')
    .set({ added_at: new Date(0) })
    .execute();
}
