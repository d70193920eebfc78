import { OVERVIEW_PHOTOS, type OverviewValue } from '@keepsake/contracts';
import type { Deps } from './deps.ts';
import { readPhotosCount } from './month-counts.ts';
import { photoOfRow } from './present-photos.ts';
import { readPage } from './store.ts';

type ReadDeps = Pick<Deps, 'db' | 'cursors' | 'signer' | 'clock' | 'isLibraryHidden'>;

/** The part of the overview about a customer's photos; null if there are none to show. */
export async function readLatestPhotos(
  deps: ReadDeps,
  userId: string,
): Promise<OverviewValue<'photos'> | null> {
  const { db, signer, clock } = deps;
  const sort = { sortKey: 'created', sortOrder: 'desc' } as const;
  const [isHidden, photosCount, { rows }] = await Promise.all([
    deps.isLibraryHidden(userId),
    readPhotosCount(db, userId),
    readPage(deps, { userId, sort, limit: OVERVIEW_PHOTOS }),
  ]);
  if (isHidden || rows.length === 0) return null;
  const context = { ownerId: userId, signer, now: clock() };
  return { images: rows.map((row) => photoOfRow(row, context)), photosCount };
}
