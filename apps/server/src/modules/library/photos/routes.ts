import { setCaption as setCaptionEndpoint } from '@keepsake/contracts/library/captions';
import { setFavourites as setFavouritesEndpoint } from '@keepsake/contracts/library/favourites';
import { getPhotoDetails } from '@keepsake/contracts/library/photo-details';
import {
  deleteAllPhotos,
  deletePhotos as deletePhotosEndpoint,
  getCounts,
  getPhoto,
  getPhotos,
  getTimeline,
  getTimelineLayout,
  getTimelineMonth,
  getTimelineMonthLayout,
  getTimelineStart,
  getUser,
  type LibraryCounts,
  type MonthsLayout,
  TIMELINE_PAGE_SIZE,
} from '@keepsake/contracts/library/photos';
import { turnPhotos as turnPhotosEndpoint } from '@keepsake/contracts/library/turns';
import { OVERVIEW_PHOTOS, type OverviewValue } from '@keepsake/contracts/overview';
import type { QueryOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { createOnce } from '../../../platform/idempotency.ts';
import { Problem } from '../../../platform/problem.ts';
import { dateRoutes } from './change-dates.ts';
import { setCaption, setFavourites } from './customer-marks.ts';
import { findLibraryDeletion, requestLibraryDeletion } from './delete-library.ts';
import { deletePhotos } from './delete-photos.ts';
import { deletedRoutes } from './deleted-routes.ts';
import type { DeletionDeps, Deps } from './deps.ts';
import { readDetails } from './details.ts';
import { readLibrarySize, readPhotosCount, readTimelineMap } from './month-counts.ts';
import { prioritizeThumbnails } from './photo-jobs.ts';
import { photoOfRow } from './present-photos.ts';
import { byMonth, firstDayOf, startMonths } from './rules.ts';
import {
  hasFavourites,
  hasOrderedPhotos,
  type PhotoRow,
  readFirstRatios,
  readLayout,
  readPage,
  readPhoto,
} from './store.ts';
import { turnPhotos } from './turn-photos.ts';

/** The photo management API. Customers read and delete only photos of their own library. */
export function photoRoutes(deps: Deps): Route[] {
  return [
    ...countRoutes(deps),
    ...timelineRoutes(deps),
    ...pageRoutes(deps),
    route(setFavouritesEndpoint, ({ customer, body }) => setFavourites(deps, customer.customerId, body)),
    route(setCaptionEndpoint, ({ customer: { customerId }, params: { photoId }, body }) =>
      setCaption(deps, { customerId, photoId, caption: body.caption }),
    ),
    route(turnPhotosEndpoint, ({ body, ...call }) =>
      createOnce(deps, call, (trx) => turnPhotos(trx, call.customer.customerId, body)),
    ),
    ...dateRoutes(deps),
    ...deletionRoutes(deps),
    ...deletedRoutes(deps),
  ];
}

type CountDeps = Pick<Deps, 'db' | 'clock' | 'countAlbums' | 'quota' | 'restorableDays' | 'storageEndOf'>;

function countRoutes(deps: CountDeps): Route[] {
  const { db } = deps;
  return [
    route(getUser, async ({ customer: { customerId } }) => {
      const [photosCount, deletion] = await Promise.all([
        readPhotosCount(db, customerId),
        findLibraryDeletion(db, customerId),
      ]);
      return { photosCount, deletion: deletion ?? undefined };
    }),
    route(getCounts, ({ customer }) => readCounts(deps, customer.customerId)),
  ];
}

export async function readCounts(deps: CountDeps, customerId: CustomerId): Promise<LibraryCounts> {
  const { db, countAlbums, quota } = deps;
  const isLimited = quota.photos !== null || quota.bytes !== null;
  const [size, albumsCount, hasOrdered, hasMarked, deletedDays] = await Promise.all([
    readLibrarySize(db, customerId),
    countAlbums(customerId),
    hasOrderedPhotos(db, customerId),
    hasFavourites(db, customerId),
    restorableDaysOf(deps, customerId),
  ]);
  return {
    photosCount: size.photos,
    albumsCount,
    ...(hasOrdered && { hasOrdered }),
    ...(hasMarked && { hasFavourites: hasMarked }),
    ...(isLimited && { quota: { ...quota, usedBytes: size.bytes } }),
    ...(deletedDays > 0 && { deletedDays }),
  };
}

/** Whole days for which a photo deleted now could come back: fewer where the customer's storage ends before. */
async function restorableDaysOf(
  { clock, restorableDays, storageEndOf }: Pick<CountDeps, 'clock' | 'restorableDays' | 'storageEndOf'>,
  customerId: CustomerId,
): Promise<number> {
  const deletedDays = await restorableDays();
  const end = deletedDays > 0 ? await storageEndOf(customerId) : null;
  if (!end) return deletedDays;
  const untilEnd = Math.floor((end.getTime() - clock().getTime()) / DAY_MS);
  return Math.max(1, Math.min(deletedDays, untilEnd));
}

type PageDeps = CountDeps & Pick<Deps, 'cursors' | 'signer' | 'findAlbums'>;

function timelineRoutes(deps: PageDeps): Route[] {
  const { db } = deps;
  return [
    route(getTimeline, ({ customer, query }) =>
      readTimelineMap(db, { customerId: customer.customerId, ...query }),
    ),
    route(getTimelineStart, async ({ customer: { customerId }, query }) => {
      const [counts, deletion, timeline, layout] = await Promise.all([
        readCounts(deps, customerId),
        findLibraryDeletion(db, customerId),
        readTimelineMap(db, { customerId, ...query }),
        readTimelineLayout(db, customerId, query),
      ]);
      const months = startMonths(timeline, query.sortOrder).map(async (month) => ({
        ...month,
        ...(await readMonth(deps, { customerId, ...month }, { ...query, limit: TIMELINE_PAGE_SIZE })),
      }));
      return { counts, deletion: deletion ?? undefined, timeline, layout, months: await Promise.all(months) };
    }),
    route(getTimelineLayout, ({ customer: { customerId }, query }) =>
      readTimelineLayout(db, customerId, query),
    ),
    route(getTimelineMonth, ({ customer: { customerId }, params, query }) =>
      readMonth(deps, { customerId, ...params }, query),
    ),
    route(getTimelineMonthLayout, ({ customer, params, query }) => {
      const month = firstDayOf(Number(params.year), Number(params.month));
      return readLayout(db, { customerId: customer.customerId, sort: query, month, filter: query.filter });
    }),
  ];
}

type MonthOf = { customerId: CustomerId; year: string; month: string };
type MonthQuery = QueryOf<typeof getTimelineMonth>;

async function readMonth(
  deps: PageDeps,
  { customerId, ...of }: MonthOf,
  { cursor, offset, limit, filter, ...sort }: MonthQuery,
) {
  const month = firstDayOf(Number(of.year), Number(of.month));
  const page = await readPage(deps, { customerId, sort, month, filter, cursor, offset, limit });
  await prioritizeWaiting(deps.db, page.rows);
  return { cursor: page.cursor, images: present(deps, customerId, page.rows) };
}

function pageRoutes(deps: PageDeps): Route[] {
  const { db, findAlbums } = deps;
  return [
    route(getPhotos, async ({ customer: { customerId }, query }) => {
      const { after: afterId, limit, filter, cursor, ...sort } = query;
      const after = afterId ? await requirePhoto(db, customerId, afterId) : undefined;
      const page = await readPage(deps, { customerId, sort, filter, cursor, after, limit });
      return { cursor: page.cursor, images: present(deps, customerId, page.rows) };
    }),
    route(getPhoto, async ({ customer: { customerId }, params }) => {
      const row = await requirePhoto(db, customerId, params.photoId);
      return photoOfRow(row, viewOf(deps, customerId));
    }),
    route(getPhotoDetails, ({ customer: { customerId }, params: { photoId } }) =>
      readDetails({ db, findAlbums }, { customerId, photoId }),
    ),
  ];
}

type PresentDeps = Pick<Deps, 'signer' | 'clock'>;

/** How an owner sees photos at this moment. */
const viewOf = ({ signer, clock }: PresentDeps, ownerId: CustomerId) => ({ ownerId, signer, now: clock() });

function present(deps: PresentDeps, ownerId: CustomerId, rows: readonly PhotoRow[]) {
  const view = viewOf(deps, ownerId);
  return rows.map((row) => photoOfRow(row, view));
}

async function readTimelineLayout(
  db: Database,
  customerId: CustomerId,
  { filter, ...sort }: QueryOf<typeof getTimelineLayout>,
): Promise<MonthsLayout> {
  const months = await readFirstRatios(db, { customerId, sort, filter }, TIMELINE_PAGE_SIZE);
  return byMonth(months.map(({ month, ratios }) => ({ month, value: ratios.toString('base64') })));
}

function deletionRoutes(deps: DeletionDeps): Route[] {
  return [
    route(deletePhotosEndpoint, async ({ customer, body }) => ({
      failed: await deletePhotos(deps, customer.customerId, body.photoIds),
    })),
    route(deleteAllPhotos, ({ customer }) => requestLibraryDeletion(deps, customer.customerId)),
  ];
}

async function requirePhoto(db: Database, customerId: CustomerId, photoId: string): Promise<PhotoRow> {
  const row = await readPhoto(db, customerId, photoId);
  if (!row) throw new Problem('not-found');
  return row;
}

async function prioritizeWaiting(db: Database, rows: readonly PhotoRow[]): Promise<void> {
  const waiting = rows.filter((row) => row.thumbnail_state === 'loading').map((row) => row.id);
  if (waiting.length > 0) await prioritizeThumbnails(db, waiting);
}

type ReadDeps = Pick<Deps, 'db' | 'cursors' | 'signer' | 'clock' | 'isLibraryHidden'>;

/** The part of the overview about a customer's photos; null if there are none to show. */
export async function readLatestPhotos(
  deps: ReadDeps,
  customerId: CustomerId,
): Promise<OverviewValue<'photos'> | null> {
  const sort = { sortKey: 'created', sortOrder: 'desc' } as const;
  const [isHidden, photosCount, { rows }] = await Promise.all([
    deps.isLibraryHidden(customerId),
    readPhotosCount(deps.db, customerId),
    readPage(deps, { customerId, sort, limit: OVERVIEW_PHOTOS }),
  ]);
  if (isHidden || rows.length === 0) return null;
  return { images: present(deps, customerId, rows), photosCount };
}
