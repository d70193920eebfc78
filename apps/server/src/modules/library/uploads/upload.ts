import type { Selectable } from 'kysely';
import type { Uploads } from '../../../platform/database/database-types.ts';
import type { Inspection } from './pieces/inspect-file.ts';

/** Every statement about an upload names its customer: that of another is one that is not there. */
export type UploadRef = { userId: string; uploadId: string };

/** Who sends files: the customer's own browser, or a phone by a code, which touches nothing but what it sent itself. */
export type Sender = { userId: string; transferId: string | null };

export type UploadRow = Selectable<Uploads>;

/** The row's columns by name, as prepared statements need them. */
export const UPLOAD_COLUMNS = [
  'user_id',
  'id',
  'file_name',
  'bytes',
  'received',
  'pieces',
  'issued_keys',
  'contents',
  'state',
  'photo_id',
  'is_duplicate',
  'lock_token',
  'lock_until',
  'is_lock_wanted',
  'created_at',
  'expires_at',
  'closed_at',
  'transfer_id',
] as const satisfies readonly (keyof UploadRow)[];

/** What is known of a whole file. */
export type Contents = Inspection & { sha256: string; crc32: number };

export function refOf(upload: UploadRow): UploadRef {
  return { userId: upload.user_id, uploadId: upload.id };
}

export function contentsOf(upload: UploadRow): Contents | null {
  return upload.contents as Contents | null;
}
