import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import { dataFile, type PersonalData, readByPage } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import { deleteAlbum } from './change-album.ts';
import type { Deps } from './deps.ts';
import { dropSharedAccess, notifyAlbumsChanged } from './notify-viewers.ts';

export const TABLES: Tables = {
  albums: { customer: 'user_id', erasedBy: 'module' },
  album_photos: { customer: 'user_id', erasedBy: 'module' },
  album_entries: { view: 'which albums hold a photo' },
};

/** Albums of a customer; shared ones vanish for everybody who sees them. */
export function personalAlbums({ db, clock }: Pick<Deps, 'db' | 'clock'>): PersonalData {
  return {
    area: 'albums',
    async countLosses(customerId) {
      const { length: count } = await findIds(db, customerId, false);
      return count > 0 ? [{ kind: 'albums', count }] : [];
    },
    async notifyOthers(trx, customerId) {
      const ids = await findIds(trx, customerId, true);
      const albums = ids.map((albumId) => ({ ownerId: customerId, albumId }));
      if (ids.length === 0) return;
      await notifyAlbumsChanged(trx, albums, clock());
      await dropSharedAccess(trx, ids);
    },
    /** Album by album, each in its own transaction, as when their owner deletes them. */
    async erase(customerId, { signal }) {
      for (const albumId of await findIds(db, customerId)) {
        signal?.throwIfAborted();
        await deleteAlbum({ db, clock }, { ownerId: customerId, albumId });
      }
      return null;
    },
    files: [albumsFile(db), albumPhotosFile(db)],
  };
}

async function findIds(from: Queryable, customerId: CustomerId, areShared?: boolean): Promise<string[]> {
  const rows = await from
    .selectFrom('albums')
    .select('id')
    .where('user_id', '=', customerId)
    .$if(areShared !== undefined, (query) => query.where('is_shared', '=', areShared === true))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

const albumRow = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  isShared: z.boolean().describe('Whether others see it'),
  photosCount: z.int(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
});

function albumsFile(db: Deps['db']) {
  return dataFile({
    name: 'albums',
    row: albumRow,
    async *read(customerId) {
      const rows = db.selectFrom('albums').selectAll().where('user_id', '=', customerId);
      for (const row of await rows.orderBy('created_at').orderBy('id').execute())
        yield {
          id: row.id,
          name: row.name,
          isShared: row.is_shared,
          photosCount: row.photos_count,
          created: row.created_at.toISOString(),
          updated: row.updated_at.toISOString(),
        };
    },
  });
}

const entryRow = z.strictObject({
  albumId: z.uuid(),
  photoId: z.uuid().describe('A photo of photos.json'),
  added: z.iso.datetime(),
});

type Entry = { album_id: string; photo_id: string; added_at: Date };

/** Which of the customer's own photos are in which album; photos of others in a shared album are theirs. */
function albumPhotosFile(db: Deps['db']) {
  return dataFile({
    name: 'album-photos',
    row: entryRow,
    async *read(customerId) {
      for await (const { album_id, photo_id, added_at } of readByPage<Entry>((after, limit) =>
        readEntries(db, customerId, after, limit),
      ))
        yield { albumId: album_id, photoId: photo_id, added: added_at.toISOString() };
    },
  });
}

async function readEntries(db: Deps['db'], customerId: CustomerId, after: Entry | undefined, limit: number) {
  const beyond = after ? sql`and (album_id, photo_id) > (${after.album_id}, ${after.photo_id})` : sql``;
  const { rows } = await sql<Entry>`select album_id, photo_id, added_at from album_photos
    where user_id = ${customerId} and photo_owner_id = ${customerId} ${beyond}
    order by album_id, photo_id limit ${limit}`.execute(db);
  return rows;
}
