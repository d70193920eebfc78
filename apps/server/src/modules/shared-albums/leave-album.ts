import { sql } from 'kysely';
import { retryConflicts } from '../../platform/database/retry-conflicts.ts';
import { countIn, deleteAlbum, forgetSharedAccess, lockAlbum, tellAlbumsChanged } from '../albums/index.ts';
import type { Deps, SharedRef } from './deps.ts';
import { requireOwner } from './find-access.ts';

/**
 * Deletes a shared album: by its owner for everybody [SHA-16], by a participant for themselves, with the photos they
 * brought [SHA-17, SHA-18]. All photos stay in the libraries they belong to.
 */
export async function deleteSharedAlbum(deps: Deps, ref: SharedRef): Promise<void> {
  const ownerId = await requireOwner(deps.db, ref);
  if (ownerId === ref.viewerId) await deleteAlbum(deps, { ownerId, albumId: ref.albumId });
  else await leave(deps, ref, ownerId);
}

async function leave({ db, clock }: Deps, { viewerId, albumId }: SharedRef, ownerId: string): Promise<void> {
  const album = { ownerId, albumId };
  await retryConflicts(() =>
    db.transaction().execute(async (trx) => {
      const now = clock();
      await lockAlbum(trx, album);
      // Before the right goes, so that the news reach the one who leaves on their other devices, too.
      await tellAlbumsChanged(trx, [album], now);
      await trx
        .deleteFrom('shared_album_grants')
        .where('user_id', '=', viewerId)
        .where('owner_id', '=', ownerId)
        .where('album_id', '=', albumId)
        .execute();
      const { numAffectedRows } = await sql`delete from album_photos
        where user_id = ${ownerId} and album_id = ${albumId} and photo_owner_id = ${viewerId}`.execute(trx);
      await countIn(trx, album, { change: -Number(numAffectedRows ?? 0), now });
      await forgetSharedAccess(trx, [albumId]);
    }),
  );
}
