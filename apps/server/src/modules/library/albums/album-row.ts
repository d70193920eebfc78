import type { Album, Photo } from '@keepsake/contracts';
import type { Selectable } from 'kysely';
import type { Albums } from '../../../platform/database/database-types.ts';

/** An album with the photo that was added to it last. */
export type AlbumRow = Selectable<Albums> & {
  cover_photo_id: string | null;
  cover_owner_id: string | null;
};

/** An album as the wire shows it. */
export function albumOfRow(row: AlbumRow, coverPhoto: Photo | null): Album {
  return {
    albumId: row.id,
    albumName: row.name,
    coverPhoto,
    photosCount: row.photos_count,
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
    userId: row.user_id,
    isShared: row.is_shared,
  };
}
