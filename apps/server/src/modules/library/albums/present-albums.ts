import type { Album } from '@keepsake/contracts/library/albums';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import type { PhotoView, PresentPhotos } from '../photos/index.ts';
import { type AlbumRow, readTakenDays } from './store.ts';

type Viewer = { viewerId: CustomerId; presentPhotos: PresentPhotos };

/** Albums in their wire format for one viewer, their covers looked up together. */
export async function presentAlbums(
  rows: readonly AlbumRow[],
  { viewerId, presentPhotos }: Viewer,
): Promise<Album[]> {
  const covered = rows.filter((row) => row.cover_photo_id !== null);
  const covers = await presentPhotos(
    covered.map((row) => ({
      photoId: row.cover_photo_id ?? '',
      ownerId: row.cover_owner_id ?? row.user_id,
      view: viewOf(row, viewerId),
    })),
  );
  const byAlbum = new Map(covered.map((row, index) => [row.id, covers[index]]));
  return rows.map((row) => albumOfRow(row, byAlbum.get(row.id) ?? null));
}

/** One album, with the days of its photos. */
export async function presentAlbum(
  { db, ...viewer }: Viewer & { db: Queryable },
  row: AlbumRow,
): Promise<Album | null> {
  const [[album], taken] = await Promise.all([
    presentAlbums([row], viewer),
    readTakenDays(db, { ownerId: row.user_id, albumId: row.id }),
  ]);
  return album ? { ...album, ...(taken && { taken }) } : null;
}

/**
 * The shared album through which a viewer sees photos, if it is shared. This includes its owner, because it contains photos of
 * others: their addresses stop working when access to them ends.
 */
export function viewOf(
  { id, is_shared }: Pick<AlbumRow, 'id' | 'is_shared'>,
  viewerId: CustomerId,
): PhotoView | undefined {
  return is_shared ? { viewerId, albumId: id } : undefined;
}

/** An album in its wire format. */
function albumOfRow(row: AlbumRow, coverPhoto: Photo | null): Album {
  return {
    albumId: row.id,
    albumName: row.name,
    coverPhoto,
    ...(row.is_cover_chosen && { isCoverChosen: true }),
    photosCount: row.photos_count,
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
    userId: row.user_id,
    isShared: row.is_shared,
    ...(row.is_in_own_order && { isInOwnOrder: true }),
  };
}
