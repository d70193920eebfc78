import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import { type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import { deleteAlbum } from './change-album.ts';
import type { Deps } from './deps.ts';
import { dropSharedAccess, notifyAlbumsChanged } from './notify-viewers.ts';

export const TABLES: Tables = {
  albums: { customer: 'user_id', erasedBy: 'module' },
  album_photos: { customer: 'user_id', erasedBy: 'module' },
  recently_deleted_entries: { customer: 'user_id', erasedBy: 'module' },
  album_entries: { view: 'which albums hold a photo' },
};

const ALBUMS = tableFile({
  name: 'albums',
  table: 'albums',
  orderBy: ['created_at', 'id'],
  row: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    isShared: z.boolean().describe('Whether others see it'),
    photosCount: z.int(),
    isInOwnOrder: z.boolean().describe('Whether it is shown in its own order instead of sorted'),
    cover: z.uuid().nullable().describe('The photo chosen as its cover, if any'),
    created: z.iso.datetime(),
    updated: z.iso.datetime(),
  }),
  from: { cover: 'chosen_cover_id', created: 'created_at', updated: 'updated_at' },
});

/** Which of the customer's own photos are in which album; photos of others in a shared album are theirs. */
const ALBUM_PHOTOS = tableFile({
  name: 'album-photos',
  table: 'album_photos',
  only: sql`photo_owner_id = album_photos.user_id`,
  orderBy: ['album_id', 'photo_id'],
  row: z.strictObject({
    albumId: z.uuid(),
    photoId: z.uuid().describe('A photo of photos.json'),
    added: z.iso.datetime(),
    place: z.int().describe('The lower, the earlier in the album’s own order'),
  }),
  from: { added: 'added_at', place: 'own_place' },
});

/** Albums of a customer; shared ones vanish for everybody who sees them. */
export function personalAlbums({ db, clock }: Pick<Deps, 'db' | 'clock'>): DeclaredData {
  return {
    area: 'albums',
    loses: { kind: 'albums', count: async (customerId) => (await findIds(db, customerId, false)).length },
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
    files: [ALBUMS, ALBUM_PHOTOS],
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
