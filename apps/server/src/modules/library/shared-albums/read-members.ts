import type { getSharedAlbumParticipants, ResponseOf } from '@keepsake/contracts';
import type { Deps, SharedRef } from './deps.ts';
import { requireOwner } from './find-access.ts';

/** Who sees a shared album, as far as the viewer may know: its owner all, a participant the owner alone [SHA-21]. */
export async function readMembers(
  { db, findEmails }: Deps,
  ref: SharedRef,
): Promise<ResponseOf<typeof getSharedAlbumParticipants>> {
  const ownerId = await requireOwner(db, ref);
  const isOwner = ownerId === ref.viewerId;
  const grants = isOwner ? await readGrantees({ db }, ownerId, ref.albumId) : [];
  const emails = await findEmails([ownerId, ...grants]);
  const memberOf = (id: string) => ({ id, email: emails.get(id) ?? '' });
  return { owner: memberOf(ownerId), participants: grants.filter((id) => emails.has(id)).map(memberOf) };
}

async function readGrantees({ db }: Pick<Deps, 'db'>, ownerId: string, albumId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('shared_album_grants')
    .select('user_id')
    .where('owner_id', '=', ownerId)
    .where('album_id', '=', albumId)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}
