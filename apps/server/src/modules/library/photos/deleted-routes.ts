import {
  deleteForGood,
  emptyDeletedPhotos,
  getDeletedLayout,
  getDeletedPhotos,
  restorePhotos as restoreEndpoint,
} from '@keepsake/contracts/library/deleted-photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { MAX_NAMED, push } from '../../../platform/push.ts';
import type { Deps } from './deps.ts';
import { photoOfRow } from './present-photos.ts';
import { addPurgeJob } from './purge-photos.ts';
import {
  countDeleted,
  endAllRemovals,
  endPhotos,
  readDeletedLayout,
  readDeletedPage,
} from './recently-deleted.ts';
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
    route(getDeletedLayout, ({ customer }) => readDeletedLayout(db, customer.customerId, clock())),
    route(restoreEndpoint, async ({ customer, body }) => ({
      photoIds: await restorePhotos(deps, customer.customerId, body.photoIds),
    })),
    ...endingRoutes(deps),
  ];
}

/** What makes deletions final. */
function endingRoutes({ db, clock, forgetInAlbums }: Pick<Deps, 'db' | 'clock' | 'forgetInAlbums'>): Route[] {
  return [
    route(deleteForGood, ({ customer: { customerId }, body }) =>
      db.transaction().execute(async (trx) => {
        const ended = await endPhotos({ forgetInAlbums }, trx, { customerId, photoIds: body.photoIds });
        await addPurgeJob(trx, customerId);
        if (ended.length > 0) await announceEnd(trx, customerId, { ended, now: clock() });
      }),
    ),
    route(emptyDeletedPhotos, ({ customer: { customerId } }) =>
      db.transaction().execute(async (trx) => {
        const now = clock();
        await endAllRemovals(trx, customerId, now);
        await addPurgeJob(trx, customerId);
        await announceEnd(trx, customerId, { ended: [], now });
      }),
    ),
  ];
}

/** Tells open screens that photos can no longer come back; no ids stand for many. */
async function announceEnd(
  trx: Queryable,
  customerId: CustomerId,
  { ended, now }: { ended: readonly string[]; now: Date },
): Promise<void> {
  const photoIds = ended.length > MAX_NAMED ? [] : [...ended];
  await push(trx, customerId, { type: 'photos-changed', data: { change: 'deleted', photoIds } }, now);
}
