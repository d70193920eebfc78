import type { Selectable } from 'kysely';
import type { Photos } from '../../../platform/database/database-types.ts';

/** Columns that the wire needs, in one place so that every query gives the same row. */
export const PHOTO_COLUMNS = [
  'id',
  'upload_id',
  'file_name',
  'format',
  'bytes',
  'created_at',
  'upload_end',
  'taken_at',
  'taken_offset_minutes',
  'taken_order',
  'created_order',
  'width',
  'height',
  'thumbhash',
  'thumbnail_state',
  'failure',
  'is_ordered',
] as const;

export type PhotoRow = Pick<Selectable<Photos>, (typeof PHOTO_COLUMNS)[number]>;
