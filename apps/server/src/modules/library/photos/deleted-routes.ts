import {
  deleteForGood,
  emptyDeletedPhotos,
  getDeletedPhotos,
  restorePhotos as restoreEndpoint,
} from '@keepsake/contracts/library/deleted-photos';
import { type Route, route } from '../../../platform/http/route.ts';
import type { Deps } from './deps.ts';
import { photoOfRow } from './present-photos.ts';
import { addPurgeJob } from './purge-photos.ts';
import { countDeleted, endAllRemovals, endPhotos, readDeletedPage } from './recently-deleted.ts';
import { restorePhotos } from './restore-photos.ts';

type DeletedDeps = Pick<
  Deps,
  'db' | 'clock' | 'cursors' | 'signer' | 'forgetInAlbums' | 'restoreInAlbums' | 'restoreInProjects'
>;

/** What customers do with their recently deleted photos. */
export function deletedRoutes(deps: DeletedDeps): Route[] {
  const { db, clock, signer } = deps;
  return [
    route(getDeletedPhotos, async ({ customer: { customerId }, query }) => {
      const now = clock();
      const [{ rows, cursor }, photosCount] = await Promise.all([
        readDeletedPage(deps, { customerId, now, ...query }),
        countDeleted(db, customerId, now),
      ]);
      const images = rows.map(({ deleted_at, restorable_until, ...row }) => ({
        ...photoOfRow(row, { ownerId: customerId, signer, now, isDeleted: true }),
        deleted: deleted_at.toISOString(),
        restorableUntil: restorable_until.toISOString(),
      }));
      return { cursor, photosCount, images };
    }),
    route(restoreEndpoint, async ({ customer, body }) => ({
      photoIds: await restorePhotos(deps, customer.customerId, body.photoIds),
    })),
    route(deleteForGood, ({ customer: { customerId }, body }) =>
      db.transaction().execute(async (trx) => {
        await endPhotos(deps, trx, { customerId, photoIds: body.photoIds });
        await addPurgeJob(trx, customerId);
      }),
    ),
    route(emptyDeletedPhotos, ({ customer: { customerId } }) =>
      db.transaction().execute(async (trx) => {
        await endAllRemovals(trx, customerId, clock());
        await addPurgeJob(trx, customerId);
      }),
    ),
  ];
}
