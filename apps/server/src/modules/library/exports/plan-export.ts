import { planArchive } from '../../../platform/archive/plan-archive.ts';
import { createNaming } from '../../../platform/archive/safe-names.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { certainPartOf } from '../photos/index.ts';
import { archiveOfChunk, manifestBytes, type Source } from './chunk-archive.ts';
import { type ChunkEntry, insertChunk } from './chunk-store.ts';
import { type LibraryPhoto, readLibrary } from './read-library.ts';
import type { ExportRow } from './store.ts';
import { type Translate, textsOf } from './texts.ts';

/** Maximum photos per chunk, however small: their list is held in memory to plan and to send the zip. */
const MAX_PHOTOS = 20_000;
/** Room for what a zip and its lists contain besides photos. */
const FRAME_BYTES = 8_192;
/** Header and directory record of a file without its name; the latter with a zip64 offset. */
const RECORD_BYTES = 30 + 46 + 12;
/** Windows unpacks no path longer than 260 characters, including the target folder. */
const MAX_FOLDER_BYTES = 80;
const MAX_FILE_BYTES = 120;

type Chunk = { iteration: number; entries: ChunkEntry[]; sources: Map<string, Source>; room: number };

/**
 * Splits the whole library into chunks of at most `chunkBytes`, each with at least one photo unless the library is empty. Reads
 * no photo and holds one chunk's list in memory. Requires a transaction with one snapshot.
 */
export async function planExport(trx: Queryable, row: ExportRow, chunkBytes: number): Promise<void> {
  const pathOf = createPaths(textsOf(row));
  let chunk = newChunk(0, chunkBytes);
  for await (const photos of readLibrary(trx, row.user_id)) {
    for (const photo of photos) {
      const entry = entryOf(photo, pathOf(photo));
      const source = sourceOf(photo);
      const bytes = bytesInZip(entry, source);
      if (chunk.entries.length > 0 && (bytes > chunk.room || chunk.entries.length === MAX_PHOTOS)) {
        await saveChunk(trx, row, chunk);
        chunk = newChunk(chunk.iteration + 1, chunkBytes);
      }
      chunk.entries.push(entry);
      chunk.sources.set(entry.photoId, source);
      chunk.room -= bytes;
    }
  }
  await saveChunk(trx, row, chunk);
}

function newChunk(iteration: number, chunkBytes: number): Chunk {
  return { iteration, entries: [], sources: new Map(), room: chunkBytes - FRAME_BYTES };
}

async function saveChunk(trx: Queryable, row: ExportRow, chunk: Chunk): Promise<void> {
  const { iteration, entries } = chunk;
  const { bytes } = planArchive(archiveOfChunk({ row, ...chunk }));
  await insertChunk(trx, { customerId: row.user_id, exportId: row.id, iteration, entries, bytes });
}

function entryOf(photo: LibraryPhoto, path: string): ChunkEntry {
  const { id, taken_at, corrected_to, recorded_taken_at, created_order, album_names, is_favourite, caption } =
    photo;
  const wallTime = (time: string) => time.replace(' ', 'T');
  return {
    photoId: id,
    path,
    modifiedAt: wallTime(taken_at ?? created_order),
    ...(taken_at ? { takenAt: certainPartOf(taken_at, corrected_to) } : {}),
    ...(recorded_taken_at ? { recordedAt: wallTime(recorded_taken_at) } : {}),
    ...(album_names ? { albums: album_names } : {}),
    ...(is_favourite ? { isFavourite: true } : {}),
    ...(caption ? { caption } : {}),
  };
}

function sourceOf({ bytes, crc32, sha256, object_key, is_damaged }: LibraryPhoto): Source {
  return { bytes, crc32, sha256, objectKey: object_key, isDamaged: is_damaged };
}

/** Lower bound of what a photo adds to a zip: the file, its records and its lines in the lists. */
function bytesInZip(entry: ChunkEntry, { bytes, sha256 }: Source): number {
  return bytes + RECORD_BYTES + 2 * Buffer.byteLength(entry.path) + manifestBytes({ entry, bytes, sha256 });
}

type Placed = Pick<LibraryPhoto, 'file_name' | 'taken_at' | 'album_ids' | 'album_names'>;

/**
 * Names the paths of an export's photos, which arrive folder by folder: albums by name in one folder, the others by year
 * and month. Paths are unique across the export, so that all its zips can be unpacked into one folder.
 */
function createPaths(t: Translate): (photo: Placed) => string {
  const nameAlbum = createNaming({ maxBytes: MAX_FOLDER_BYTES, areFolders: true });
  let current: string | undefined;
  let folder = '';
  let nameFile = createNaming();

  function folderOf({ taken_at, album_ids, album_names }: Placed): string {
    if (album_ids) return `${t('folder.albums')}/${nameAlbum(album_names?.[0] ?? '')}`;
    if (!taken_at) return t('folder.unknownDate');
    const [year = '', month = ''] = taken_at.split('-');
    return `${year}/${month}`;
  }
  return (photo) => {
    const next = photo.album_ids?.[0] ?? photo.taken_at?.slice(0, 7) ?? '';
    if (next !== current) {
      current = next;
      folder = folderOf(photo);
      nameFile = createNaming({ maxBytes: MAX_FILE_BYTES });
    }
    return `${folder}/${nameFile(photo.file_name)}`;
  };
}
