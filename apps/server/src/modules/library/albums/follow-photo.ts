import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { albumOwnersFor } from './album-owners.ts';

/**
 * Lets albums follow a photo whose date or shape became known. Its row must be locked: whatever adds it to an album
 * waits and reads what is new.
 */
export async function followPhoto(trx: Queryable, userId: string, photoId: string): Promise<void> {
  await sql`update album_photos as entry
    set created_order = photo.created_order, taken_order = photo.taken_order, ratio = photo.ratio
    from photos as photo
    where photo.user_id = ${userId} and photo.id = ${photoId}
      and entry.user_id = any(${await albumOwnersFor(trx, userId)}::uuid[])
      and entry.photo_owner_id = ${userId} and entry.photo_id = ${photoId}`.execute(trx);
}
