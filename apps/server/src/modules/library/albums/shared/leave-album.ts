import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';
import { retryConflicts } from '../../../../platform/database/errors.ts';
import type { PhotoView } from '../../photos/index.ts';
import { deleteAlbum } from '../change-album.ts';
import { changePhotosCount } from '../change-album-photos.ts';
import { dropSharedAccess, notifyAlbumsChanged } from '../notify-viewers.ts';
import { type AlbumRef, lockAlbum } from '../store.ts';
import { findOwner } from './access.ts';
import type { SharedDeps } from './deps.ts';

type ChangeDeps = Pick<SharedDeps, 'db' | 'clock'>;

/**
 * Deletes a shared album: its owner for everybody [SHA-16], a participant for themselves, with the photos they added [SHA-17,
 * SHA-18]. All photos stay in their libraries. Does nothing if the customer cannot see the album.
 */
export async function deleteSharedAlbum({ db, clock }: ChangeDeps, ref: PhotoView): Promise<void> {
  const ownerId = await findOwner(db, ref);
  if (ownerId === null) return;
  const album = { ownerId, albumId: ref.albumId };
  if (ownerId === ref.viewerId) return deleteAlbum({ db, clock }, album);
  await leaveAlbum({ db, clock }, album, ref.viewerId);
}

/** Ends a participant's access to an album and removes the photos they added from it. Does nothing if the album is gone. */
export async function leaveAlbum(
  { db, clock }: ChangeDeps,
  album: AlbumRef,
  participantId: CustomerId,
): Promise<void> {
  const leaving = { participantId, now: clock() };
  await retryConflicts(() => db.transaction().execute((trx) => leave(trx, album, leaving)));
}

type Leaving = { participantId: CustomerId; now: Date };

async function leave(trx: Queryable, album: AlbumRef, { participantId, now }: Leaving): Promise<void> {
  if (!(await lockAlbum(trx, album))) return;
  // Before access ends, so that the other devices of the leaving customer are notified, too.
  await notifyAlbumsChanged(trx, [album], now);
  await trx
    .deleteFrom('shared_album_grants')
    .where('user_id', '=', participantId)
    .where('owner_id', '=', album.ownerId)
    .where('album_id', '=', album.albumId)
    .execute();
  const { numAffectedRows } = await sql`delete from album_photos
    where user_id = ${album.ownerId} and album_id = ${album.albumId} and photo_owner_id = ${participantId}`.execute(
    trx,
  );
  await changePhotosCount(trx, album, { change: -Number(numAffectedRows ?? 0), now });
  await unshareIfAlone(trx, album);
  await dropSharedAccess(trx, [album.albumId]);
}

/** Once nobody else can see an album, it is no longer shared, and its owner may change it again. */
async function unshareIfAlone(trx: Queryable, { ownerId, albumId }: AlbumRef): Promise<void> {
  await sql`update albums set is_shared = false where user_id = ${ownerId} and id = ${albumId}
    and not exists (select from shared_album_grants where owner_id = ${ownerId} and album_id = ${albumId})`.execute(
    trx,
  );
}
