import type { CustomerId } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import { type DeclaredData, dataFile } from '../../../../platform/personal-data.ts';
import type { Tables } from '../../../../platform/tables.ts';
import { readAlbums } from '../store.ts';
import type { SharedDeps } from './deps.ts';
import { leaveAlbum } from './leave-album.ts';
import { countShared } from './store.ts';

export const TABLES: Tables = {
  shared_album_grants: { customer: 'user_id' },
};

type DataDeps = Pick<SharedDeps, 'db' | 'clock' | 'findEmails'>;

/** What a customer shares and can see of others. Their own albums are erased as albums; those of others lose their photos. */
export function personalShares(deps: DataDeps): DeclaredData {
  const { db } = deps;
  return {
    area: 'shared-albums',
    loses: {
      kind: 'sharedAlbums',
      async count(customerId) {
        const { readAlbumsCount, grantedAlbumsCount } = await countShared(db, customerId);
        return readAlbumsCount + grantedAlbumsCount;
      },
    },
    async erase(customerId, { signal }) {
      for (const { owner_id: ownerId, album_id: albumId } of await readGranted(db, customerId)) {
        signal?.throwIfAborted();
        await leaveAlbum(deps, { ownerId, albumId }, customerId);
      }
      // What the tables say erases grants for albums that are gone, which nobody can leave.
      return null;
    },
    files: [sharedWithMeFile(db), participantsFile(deps)],
  };
}

function readGranted(db: SharedDeps['db'], customerId: CustomerId) {
  return db
    .selectFrom('shared_album_grants')
    .selectAll()
    .where('user_id', '=', customerId)
    .orderBy('created_at')
    .orderBy('album_id')
    .execute();
}

/** Albums that others share with the customer. Their owners and contents are other customers' data. */
function sharedWithMeFile(db: SharedDeps['db']) {
  return dataFile({
    name: 'albums-of-others',
    row: z.strictObject({ albumId: z.uuid(), name: z.string(), since: z.iso.datetime() }),
    async *read(customerId) {
      for (const { album_id: albumId, owner_id: ownerId, created_at } of await readGranted(db, customerId)) {
        const [album] = await readAlbums(db, ownerId, [albumId]);
        if (album) yield { albumId, name: album.name, since: created_at.toISOString() };
      }
    },
  });
}

/** The customers who can see the customer's albums, as listed on the album's page. */
function participantsFile({ db, findEmails }: DataDeps) {
  return dataFile({
    name: 'album-participants',
    row: z.strictObject({ albumId: z.uuid(), email: z.string(), since: z.iso.datetime() }),
    async *read(customerId) {
      const grants = await db
        .selectFrom('shared_album_grants')
        .selectAll()
        .where('owner_id', '=', customerId)
        .orderBy('created_at')
        .orderBy('album_id')
        .execute();
      if (grants.length === 0) return;
      const emails = await findEmails([...new Set(grants.map(({ user_id }) => user_id))]);
      for (const { user_id, album_id: albumId, created_at } of grants) {
        const email = emails.get(user_id);
        if (email) yield { albumId, email, since: created_at.toISOString() };
      }
    },
  });
}
