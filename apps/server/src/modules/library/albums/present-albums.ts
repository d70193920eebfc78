import type { Album } from '@keepsake/contracts';
import type { PhotoView, PresentPhotos } from '../photos/index.ts';
import { type AlbumRow, albumOfRow } from './album-row.ts';

type Viewer = { viewerId: string; presentPhotos: PresentPhotos };

/** Albums as the wire shows them to one viewer, their covers looked up together. */
export async function presentAlbums(
  rows: readonly AlbumRow[],
  { viewerId, presentPhotos }: Viewer,
): Promise<Album[]> {
  const covered = rows.filter((row) => row.cover_photo_id !== null);
  const covers = await presentPhotos(
    covered.map((row) => ({
      photoId: row.cover_photo_id ?? '',
      ownerId: row.cover_owner_id ?? '',
      view: viewOf(row, viewerId),
    })),
  );
  const byAlbum = new Map(covered.map((row, index) => [row.id, covers[index]]));
  return rows.map((row) => albumOfRow(row, byAlbum.get(row.id) ?? null));
}

/**
 * Through what a viewer sees the photos of an album: of a shared one also their owner sees them by addresses that end
 * with the right, because photos of others are among them.
 */
export function viewOf(
  { id, is_shared }: Pick<AlbumRow, 'id' | 'is_shared'>,
  viewerId: string,
): PhotoView | undefined {
  return is_shared ? { viewerId, albumId: id } : undefined;
}
