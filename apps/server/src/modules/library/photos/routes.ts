import {
  getCounts,
  getPhoto,
  getPhotos,
  getTimeline,
  getTimelineMonth,
  getTimelineMonthLayout,
  getUser,
} from '@keepsake/contracts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { Cursors } from '../../../platform/paging.ts';
import { Problem } from '../../../platform/problem.ts';
import type { MediaSigner } from '../../../platform/signed-urls.ts';
import { findLibraryDeletion } from './deletion/library-deletion.ts';
import { readPhotosCount } from './month-counts.ts';
import { photoOfRow } from './photo-of-row.ts';
import type { PhotoRow } from './photo-row.ts';
import { readLayout, readPage, readPhoto } from './read-pages.ts';
import { firstDayOf } from './rules.ts';
import { hurryThumbnails } from './thumbnail-job.ts';
import { hasOrderedPhotos, readTimelineMap } from './timeline-map.ts';

type Deps = {
  db: Database;
  cursors: Cursors;
  signer: MediaSigner;
  clock: Clock;
  /** Albums of a customer: the albums module's matter. */
  countAlbums(userId: string): Promise<number>;
};

/** The reading calls of the photo management API. Everybody reads their own library and nothing else. */
export function photoRoutes({ db, cursors, signer, clock, countAlbums }: Deps): Route[] {
  const present = (ownerId: string, rows: PhotoRow[]) => {
    const context = { ownerId, signer, now: clock() };
    return rows.map((row) => photoOfRow(row, context));
  };
  async function requirePhoto(userId: string, photoId: string): Promise<PhotoRow> {
    const row = await readPhoto(db, userId, photoId);
    if (!row) throw new Problem('not-found');
    return row;
  }
  return [
    route(getUser, async ({ customer: { customerId } }) => {
      const [photosCount, deletion] = await Promise.all([
        readPhotosCount(db, customerId),
        findLibraryDeletion(db, customerId),
      ]);
      return { photosCount, deletion: deletion ?? undefined };
    }),
    route(getCounts, async ({ customer: { customerId } }) => {
      const [photosCount, albumsCount, hasOrdered] = await Promise.all([
        readPhotosCount(db, customerId),
        countAlbums(customerId),
        hasOrderedPhotos(db, customerId),
      ]);
      return { photosCount, albumsCount, ...(hasOrdered && { hasOrdered }) };
    }),
    route(getTimeline, async ({ customer, query }) =>
      readTimelineMap(db, { userId: customer.customerId, ...query }),
    ),
    route(getTimelineMonth, async ({ customer: { customerId }, params, query }) => {
      const { cursor, offset, limit, filter, sortKey, sortOrder } = query;
      const month = firstDayOf(Number(params.year), Number(params.month));
      const sort = { sortKey, sortOrder };
      const page = await readPage(
        { db, cursors },
        { userId: customerId, sort, month, filter, cursor, offset, limit },
      );
      await hurry(db, page.rows);
      return { cursor: page.cursor, images: present(customerId, page.rows) };
    }),
    route(getTimelineMonthLayout, async ({ customer, params, query }) => {
      const month = firstDayOf(Number(params.year), Number(params.month));
      return readLayout(db, { userId: customer.customerId, sort: query, month, filter: query.filter });
    }),
    route(
      getPhotos,
      async ({
        customer: { customerId },
        query: { after: afterId, limit, filter, cursor, sortKey, sortOrder },
      }) => {
        const sort = { sortKey, sortOrder };
        const after = afterId ? await requirePhoto(customerId, afterId) : undefined;
        const page = await readPage(
          { db, cursors },
          { userId: customerId, sort, filter, cursor, after, limit },
        );
        return { cursor: page.cursor, images: present(customerId, page.rows) };
      },
    ),
    route(getPhoto, async ({ customer: { customerId }, params }) => {
      const row = await requirePhoto(customerId, params.photoId);
      return photoOfRow(row, { ownerId: customerId, signer, now: clock() });
    }),
  ];
}

async function hurry(db: Database, rows: PhotoRow[]): Promise<void> {
  const waiting = rows.filter((row) => row.thumbnail_state === 'loading').map((row) => row.id);
  if (waiting.length > 0) await hurryThumbnails(db, waiting);
}
