import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Database, Queryable } from '../../../../platform/database/database.ts';
import { failureOf } from '../../../../platform/each-item.ts';
import { addEntries } from '../change-album-photos.ts';
import { notifyAlbumsChanged } from '../notify-viewers.ts';
import type { ImportedAlbum } from './import-file.ts';
import {
  type CustomersByEmail,
  findMembers,
  findPhotos,
  listEmails,
  type Members,
  type MembersPhotos,
} from './match-import.ts';

/** The outcome for one album of the file. */
export type ImportOutcome = { albumId: string } & (
  | { state: 'imported' | 'was there' }
  | { state: 'refused'; faults: string[] }
);

type ImportDeps = {
  db: Database;
  now: Date;
  findByEmail(emails: readonly string[]): Promise<CustomersByEmail>;
};

/**
 * Imports shared albums, each as a whole or not at all; one that fails stops no other. Existing ones stay unchanged, so that a second run does not bring back
 * participants who have left.
 */
export async function importSharedAlbums(
  { db, now, findByEmail }: ImportDeps,
  albums: readonly ImportedAlbum[],
): Promise<ImportOutcome[]> {
  const customers = await findByEmail(listEmails(albums));
  const outcomes: ImportOutcome[] = [];
  for (const album of albums) {
    const { members, faults } = findMembers(album, customers);
    if (faults) outcomes.push({ albumId: album.id, state: 'refused', faults });
    else {
      const failure = await failureOf(async () =>
        outcomes.push(await importAlbum(db, album, { members, now })),
      );
      if (failure)
        outcomes.push({ albumId: album.id, state: 'refused', faults: [`failed: ${failure.message}`] });
    }
  }
  return outcomes;
}

type Context = { members: Members; now: Date };

/** Locks photos before the album, as all transactions do. */
function importAlbum(db: Database, album: ImportedAlbum, context: Context): Promise<ImportOutcome> {
  return db.transaction().execute(async (trx) => {
    const ownerIds = await findOwners(trx, album.id);
    if (ownerIds.includes(context.members.ownerId)) return { albumId: album.id, state: 'was there' };
    const { found, faults } = await findPhotos(trx, album, context.members);
    if (ownerIds.length > 0) faults.push('another customer has an album of this id');
    if (faults.length > 0) return { albumId: album.id, state: 'refused', faults };
    await insertAlbum(trx, album, { ...context, found });
    return { albumId: album.id, state: 'imported' };
  });
}

async function findOwners(trx: Queryable, albumId: string): Promise<CustomerId[]> {
  const rows = await trx.selectFrom('albums').select('user_id').where('id', '=', albumId).execute();
  return rows.map(({ user_id }) => user_id);
}

async function insertAlbum(
  trx: Queryable,
  { id: albumId, name, created }: ImportedAlbum,
  { members: { ownerId, participantIds }, now, found }: Context & { found: MembersPhotos[] },
): Promise<void> {
  const createdAt = created ? new Date(created) : now;
  await trx
    .insertInto('albums')
    .values({
      user_id: ownerId,
      id: albumId,
      name,
      is_shared: true,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute();
  await trx
    .insertInto('shared_album_grants')
    .values(
      participantIds.map((customerId) => ({
        user_id: customerId,
        owner_id: ownerId,
        album_id: albumId,
        created_at: now,
      })),
    )
    .execute();
  let photos = 0;
  for (const members of found) photos += await addEntries(trx, { ownerId, albumId }, { ...members, now });
  await sql`update albums set photos_count = ${photos} where user_id = ${ownerId} and id = ${albumId}`.execute(
    trx,
  );
  await notifyAlbumsChanged(trx, [{ ownerId, albumId }], now);
}
