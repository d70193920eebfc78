import {
  deleteForGood,
  emptyDeletedPhotos,
  getDeletedLayout,
  getDeletedPhotos,
  restoreDeletedPhotos,
  restorePhotos as restoreEndpoint,
} from '@keepsake/contracts/library/deleted-photos';
import { type Route, route } from '../../../platform/http/route.ts';
import type { Deps } from './deps.ts';
import { endDeletedPhotos, endPhotosNow } from './end-removals.ts';
import { photoOfRow } from './present-photos.ts';
import { countDeleted, readDeletedLayout, readDeletedPage } from './recently-deleted.ts';
import { restorePhotos } from './restore-photos.ts';
import { requestRestoration } from './restore-removals.ts';

type DeletedDeps = Pick<
  Deps,
  | 'db'
  | 'objects'
  | 'clock'
  | 'cursors'
  | 'signer'
  | 'restorableDays'
  | 'storageEndOf'
  | 'forgetInAlbums'
  | 'restoreInAlbums'
  | 'moveInAlbums'
  | 'restoreInProjects'
>;

const earlier = (one: Date, other: Date | null) => (other && other < one ? other : one);

/** What customers do with their recently deleted photos. */
export function deletedRoutes(deps: DeletedDeps): Route[] {
  const { db, clock, signer } = deps;
  return [
    route(getDeletedPhotos, async ({ customer: { customerId }, query }) => {
      const now = clock();
      const [{ rows, cursor }, photosCount, storageEnd] = await Promise.all([
        readDeletedPage(deps, { customerId, now, ...query }),
        countDeleted(db, customerId, now),
        deps.storageEndOf(customerId),
      ]);
      const images = rows.map(({ deleted_at, removal_id, restorable_until, ...row }) => ({
        ...photoOfRow(row, { ownerId: customerId, signer, now, isDeleted: true }),
        deleted: deleted_at.toISOString(),
        removalId: removal_id,
        restorableUntil: earlier(restorable_until, storageEnd).toISOString(),
      }));
      return { cursor, photosCount, images };
    }),
    route(getDeletedLayout, ({ customer }) => readDeletedLayout(db, customer.customerId, clock())),
    route(restoreEndpoint, async ({ customer, body }) => ({
      photoIds: await restorePhotos(deps, customer.customerId, body.photoIds),
    })),
    route(restoreDeletedPhotos, async ({ customer: { customerId }, body: { removalId } }) => ({
      photosCount: await requestRestoration(deps, { customerId, removalId }),
    })),
    ...endingRoutes(deps),
  ];
}

/** What makes deletions final. */
function endingRoutes(deps: Pick<Deps, 'db' | 'clock' | 'forgetInAlbums'>): Route[] {
  const { db, clock } = deps;
  return [
    route(deleteForGood, ({ customer: { customerId }, body }) =>
      endPhotosNow(deps, customerId, body.photoIds),
    ),
    route(emptyDeletedPhotos, ({ customer: { customerId } }) =>
      db.transaction().execute((trx) => endDeletedPhotos(trx, customerId, clock())),
    ),
  ];
}
