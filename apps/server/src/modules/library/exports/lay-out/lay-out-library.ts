import { layOutArchive } from '../../../../platform/archive/plan-archive.ts';
import type { Queryable } from '../../../../platform/database/database.ts';
import { archiveOfChunk, type Source } from '../chunks/archive-of-chunk.ts';
import { insertChunk } from '../chunks/chunk-store.ts';
import { manifestBytes } from '../chunks/manifest.ts';
import type { ExportRow, KeptEntry } from '../export-row.ts';
import { createPaths } from './create-paths.ts';
import { type LibraryPhoto, readLibrary } from './read-library.ts';

/** Photos of a chunk at most, however small they are: what is held in memory to lay it out and to send it. */
const MOST_PHOTOS = 20_000;
/** Room for what a zip and its lists have besides photos. */
const FRAME_BYTES = 8_192;
/** Header and directory record of a file, without its name; the latter with an offset of zip64. */
const RECORD_BYTES = 30 + 46 + 12;

type Chunk = { iteration: number; entries: KeptEntry[]; sources: Map<string, Source>; room: number };

/**
 * Lays the whole library out into chunks of at most `chunkBytes`, each with at least one photo unless there is none at
 * all. No byte of a photo is read, and memory holds one chunk's list at a time. In a transaction with one snapshot.
 */
export async function layOutLibrary(trx: Queryable, row: ExportRow, chunkBytes: number): Promise<void> {
  const pathOf = createPaths(row.locale);
  let chunk = newChunk(0, chunkBytes);
  for await (const photos of readLibrary(trx, row.user_id)) {
    for (const photo of photos) {
      const entry = entryOf(photo, pathOf(photo));
      const source = sourceOf(photo);
      const bytes = bytesInZip(entry, source);
      if (chunk.entries.length > 0 && (bytes > chunk.room || chunk.entries.length === MOST_PHOTOS)) {
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
  const { bytes } = layOutArchive(archiveOfChunk({ row, ...chunk }));
  await insertChunk(trx, { userId: row.user_id, exportId: row.id, iteration, entries, bytes });
}

function entryOf(photo: LibraryPhoto, path: string): KeptEntry {
  const { id, taken_at, created_order, album_names } = photo;
  const wallTime = (time: string) => time.replace(' ', 'T');
  return {
    photoId: id,
    path,
    modifiedAt: wallTime(taken_at ?? created_order),
    ...(taken_at ? { takenAt: wallTime(taken_at) } : {}),
    ...(album_names ? { albums: album_names } : {}),
  };
}

function sourceOf({ bytes, crc32, sha256, object_key }: LibraryPhoto): Source {
  return { bytes, crc32, sha256, objectKey: object_key };
}

/** At least what a photo adds to a zip: itself, its records and its lines in the lists. */
function bytesInZip(entry: KeptEntry, { bytes, sha256 }: Source): number {
  return bytes + RECORD_BYTES + 2 * Buffer.byteLength(entry.path) + manifestBytes({ entry, bytes, sha256 });
}
