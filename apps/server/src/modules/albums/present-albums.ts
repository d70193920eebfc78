import type { Album } from '@keepsake/contracts';
import type { PhotoView, PresentPhotos } from '../photos/index.ts';
import { type AlbumRow, albumOfRow } from './album-row.ts';

/** Albums as the wire shows them, their covers looked up together. `viewOf` tells through what a cover is seen. */
export async function presentAlbums(
  rows: readonly AlbumRow[],
  presentPhotos: PresentPhotos,
  viewOf: (row: AlbumRow) => PhotoView | undefined = () => undefined,
): Promise<Album[]> {
  const covers = await presentPhotos(
    rows.flatMap((row) =>
      row.cover_photo_id && row.cover_owner_id
        ? [{ photoId: row.cover_photo_id, ownerId: row.cover_owner_id, view: viewOf(row) }]
        : [],
    ),
  );
  const byId = new Map(covers.flatMap((photo) => (photo ? [[photo.imageId, photo] as const] : [])));
  return rows.map((row) => albumOfRow(row, byId.get(row.cover_photo_id ?? '') ?? null));
}
