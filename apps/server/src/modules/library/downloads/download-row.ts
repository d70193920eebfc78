import type { Download } from '@keepsake/contracts';
import type { Selectable } from 'kysely';
import type { ArchiveEntry } from '../../../platform/archive/archive-entry.ts';
import type { Downloads } from '../../../platform/database/database-types.ts';
import type { PhotoRef } from './deps.ts';

/** A photo that was asked for, with the name by which its absence can be told. */
export type AskedPhoto = PhotoRef & { name: string };

/** An entry of the archive as it is kept. */
export type KeptEntry = Pick<ArchiveEntry, 'name' | 'bytes' | 'crc32' | 'modifiedAt'> & { key: string };

export type DownloadRow = Omit<Selectable<Downloads>, 'photos' | 'entries'> & {
  photos: AskedPhoto[];
  entries: KeptEntry[] | null;
};

/** A download as the wire shows it. */
export function downloadOfRow(row: DownloadRow): Download {
  return {
    id: row.id,
    name: row.name,
    status: row.status as Download['status'],
    photosCount: row.photos.length,
    bytes: row.bytes ?? undefined,
    created: row.created_at.toISOString(),
    expires: row.expires_at.toISOString(),
    missing: row.missing.length > 0 ? row.missing : undefined,
  };
}
