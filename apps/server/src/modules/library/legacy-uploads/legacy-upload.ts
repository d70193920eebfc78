import type { LegacyUpload } from '@keepsake/contracts';
import type { Selectable } from 'kysely';
import type { LegacyUploads } from '../../../platform/database/database-types.ts';

export type LegacyRow = Selectable<LegacyUploads>;
export type LegacyRef = { userId: string; legacyUploadId: string };

/** Whose an upload is that belongs to nobody yet: an id that no customer has. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** An upload as the wire shows it; why it failed and where its file is are the operator's to know. */
export function presentUpload(row: LegacyRow): LegacyUpload {
  return {
    id: row.id,
    ...(row.user_id === NOBODY ? {} : { accountId: row.user_id }),
    fileName: row.file_name,
    bytes: row.bytes,
    uploaded: row.uploaded_at.toISOString(),
    state: row.state as LegacyUpload['state'],
    ...(row.photo_id ? { imageId: row.photo_id } : {}),
  };
}
