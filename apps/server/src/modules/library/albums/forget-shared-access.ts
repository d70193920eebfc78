import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';

/** NOTIFY channel by which nodes forget who may see what of shared albums; its payload is the album's id. */
export const SHARED_ALBUM_CHANGED_CHANNEL = 'keepsake_shared_album_changed';

/** Forgets, on every node and from the commit on, who may see what of these albums. */
export async function forgetSharedAccess(trx: Queryable, albumIds: readonly string[]): Promise<void> {
  await sql`select pg_notify(${SHARED_ALBUM_CHANGED_CHANNEL}, id) from unnest(${albumIds}::text[]) as id`.execute(
    trx,
  );
}
