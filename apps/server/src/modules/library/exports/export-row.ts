import type { ExportSummary, Locale, PhotoExport } from '@keepsake/contracts';
import type { Selectable } from 'kysely';
import type { PhotoExports } from '../../../platform/database/database-types.ts';
import type { WallTime } from '../../../platform/wall-time.ts';

export type ExportRef = { userId: string; exportId: string };
export type ChunkRef = ExportRef & { /** Counted from 0. */ iteration: number };

export type ExportRow = Omit<Selectable<PhotoExports>, 'status' | 'locale' | 'reason'> & {
  status: PhotoExport['status'];
  locale: Locale;
  reason: ExportReason;
};

/** Who asked: the customer, or we ourselves before the storage ends. */
export type ExportReason = 'customer' | 'retention';

/** A photo of a chunk as it is kept: all that must stay the same until the last byte was downloaded. */
export type KeptEntry = {
  photoId: string;
  /** Where it is in the zip: with its name it is told of when it cannot be had any more. */
  path: string;
  /** What the file is dated. */
  modifiedAt: WallTime;
  /** Wall time of the camera, where it is known. */
  takenAt?: WallTime;
  /** Names of the albums it is in. */
  albums?: string[];
};

/** Why a photo is not in its chunk. */
export type Absence = 'deleted' | 'missing' | 'damaged';

/** Photos whose files were found lost or damaged, by id. */
export type Lost = Record<string, Exclude<Absence, 'deleted'>>;

export type ChunkRow = { bytes: number; entries: KeptEntry[]; lost: Lost };

export type ChunkSize = { iteration: number; size: number };

/** An export as the wire shows it. */
export function exportOfRow(row: ExportRow, chunks: readonly ChunkSize[], missing: number): PhotoExport {
  if (row.status !== 'READY') return { status: row.status, backupId: row.id };
  return {
    status: row.status,
    backupId: row.id,
    chunks: [...chunks],
    missing,
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
  };
}

/** An export in the list of all. */
export function summaryOfRow({ id, status, created_at, updated_at }: ExportRow): ExportSummary {
  return { backupId: id, status, created: created_at.toISOString(), updated: updated_at.toISOString() };
}
