import { EXPORT_PICTURES, type ExportSummary, type PhotoExport } from '@keepsake/contracts/library/exports';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { readPhotosCount } from '../photos/index.ts';
import { countMissing, listChunks, sumChunks } from './chunk-store.ts';
import type { Deps } from './deps.ts';
import { countOfState, findLatestBefore } from './read-library.ts';
import { type ExportRow, listExports } from './store.ts';

/** One export in its wire format. */
export async function presentExport(db: Queryable, row: ExportRow): Promise<PhotoExport> {
  const { status, id: backupId } = row;
  if (status !== 'READY') return { status, backupId };
  const ref = { customerId: row.user_id, exportId: row.id };
  return {
    status,
    backupId,
    chunks: await listChunks(db, ref),
    missing: await countMissing(db, ref),
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
  };
}

/** The customer's exports as they are listed. */
export async function presentExports(deps: Deps, customerId: CustomerId): Promise<ExportSummary[]> {
  const { db, clock } = deps;
  const rows = await listExports(db, customerId, clock());
  if (rows.length === 0) return [];
  const [sizes, photosNow, isHidden] = await Promise.all([
    sumChunks(
      db,
      customerId,
      rows.map(({ id }) => id),
    ),
    readPhotosCount(db, customerId),
    deps.isLibraryHidden(customerId),
  ]);
  return Promise.all(
    rows.map(async ({ id, status, created_at, updated_at, library_state }) => ({
      backupId: id,
      status,
      created: created_at.toISOString(),
      updated: updated_at.toISOString(),
      photosCount: countOfState(library_state) ?? photosNow,
      bytes: sizes.get(id),
      pictures: isHidden ? [] : await picturesBefore(deps, customerId, created_at),
    })),
  );
}

async function picturesBefore(
  { db, presentPhotos }: Pick<Deps, 'db' | 'presentPhotos'>,
  ownerId: CustomerId,
  before: Date,
) {
  const photoIds = await findLatestBefore(db, ownerId, { before, limit: EXPORT_PICTURES });
  const photos = await presentPhotos(photoIds.map((photoId) => ({ photoId, ownerId })));
  return photos.flatMap((photo) => photo?.thumbnails[0]?.url ?? []);
}
