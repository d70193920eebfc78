import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import { parseStoredColumn } from '../../../platform/stored-json.ts';
import { findPhotoIds } from '../photos/index.ts';
import type { ExportRef } from './store.ts';

export type ChunkRef = ExportRef & { /** Counted from 0. */ iteration: number };

/** A photo of a chunk as stored: everything that must stay the same until the last byte is downloaded. */
const chunkEntry = z.object({
  photoId: z.string(),
  /** Path in the zip, which also names the photo once it is absent. */
  path: z.string(),
  /** Date of the file, a wall time. */
  modifiedAt: z.string(),
  /** Wall time of the camera, if known; the day, month or year alone if its customer set no more. */
  takenAt: z.string().optional(),
  /** Wall time that the file says, if its customer set another. */
  recordedAt: z.string().optional(),
  /** Names of its albums. */
  albums: z.array(z.string()).optional(),
  /** Whether it was a favourite when the export was planned; absent if not. */
  isFavourite: z.literal(true).optional(),
  /** What its customer wrote about it then. */
  caption: z.string().optional(),
});
export type ChunkEntry = z.infer<typeof chunkEntry>;

/** Photos whose files were found missing or damaged, by id. */
const lostPhotos = z.record(z.string(), z.enum(['missing', 'damaged']));
export type Lost = z.infer<typeof lostPhotos>;

/** Why a photo is not in its chunk. */
export type Absence = 'deleted' | Lost[string];

const chunkColumns = z.object({
  bytes: z.number(),
  entries: z.array(chunkEntry),
  lost: lostPhotos,
  /** Chunks of the export. */
  total: z.number(),
});
type Chunk = z.infer<typeof chunkColumns>;
export type ChunkSize = { iteration: number; size: number };
type NewChunk = ChunkRef & { entries: readonly ChunkEntry[]; bytes: number };

export async function insertChunk(
  trx: Queryable,
  { customerId, exportId, iteration, entries, bytes }: NewChunk,
): Promise<void> {
  const contents = { bytes, entries: JSON.stringify(entries) };
  await trx
    .insertInto('photo_export_chunks')
    .values({ user_id: customerId, export_id: exportId, iteration, ...contents })
    .execute();
}

/** The chunks of an export in order. */
export function listChunks(db: Queryable, { customerId, exportId }: ExportRef): Promise<ChunkSize[]> {
  return db
    .selectFrom('photo_export_chunks')
    .select(['iteration', 'bytes as size'])
    .where('user_id', '=', customerId)
    .where('export_id', '=', exportId)
    .orderBy('iteration')
    .execute();
}

/** Total size of each export's chunks, by the export's id. */
export async function sumChunks(
  db: Queryable,
  customerId: CustomerId,
  exportIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('photo_export_chunks')
    .select(['export_id', (eb) => eb.fn.sum<string>('bytes').as('bytes')])
    .where('user_id', '=', customerId)
    .where('export_id', 'in', exportIds.length > 0 ? [...exportIds] : [''])
    .groupBy('export_id')
    .execute();
  return new Map(rows.map((row) => [row.export_id, Number(row.bytes)]));
}

/** One chunk with its contents; null if the export has no chunk of that number. */
export async function readChunk(
  db: Queryable,
  { customerId, exportId, iteration }: ChunkRef,
): Promise<Chunk | null> {
  const row = await db
    .selectFrom('photo_export_chunks')
    .select(['bytes', 'entries', 'lost'])
    .select((eb) =>
      eb
        .selectFrom('photo_export_chunks')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('user_id', '=', customerId)
        .where('export_id', '=', exportId)
        .as('total'),
    )
    .where('user_id', '=', customerId)
    .where('export_id', '=', exportId)
    .where('iteration', '=', iteration)
    .executeTakeFirst();
  return row ? parseStoredColumn(chunkColumns, row, `chunk ${iteration} of the export ${exportId}`) : null;
}

/** Stores which photos of a chunk are lost, and its new length. */
export async function updateChunk(
  db: Queryable,
  { customerId, exportId, iteration }: ChunkRef,
  { lost, bytes }: { lost: Lost; bytes: number },
): Promise<void> {
  await db
    .updateTable('photo_export_chunks')
    .set({ lost: JSON.stringify(lost), bytes })
    .where('user_id', '=', customerId)
    .where('export_id', '=', exportId)
    .where('iteration', '=', iteration)
    .execute();
}

/** Number of photos of an export that its zips no longer contain: deleted since it was planned, or lost. */
export async function countMissing(db: Queryable, { customerId, exportId }: ExportRef): Promise<number> {
  const { rows } = await sql<{ photoIds: string[]; lost: string[] }>`
    select array(select entry ->> 'photoId' from jsonb_array_elements(entries) as entry) as "photoIds",
      array(select jsonb_object_keys(lost)) as lost
    from photo_export_chunks where user_id = ${customerId} and export_id = ${exportId}`.execute(db);
  const photoIds = rows.flatMap((row) => row.photoIds);
  const lost = new Set(rows.flatMap((row) => row.lost));
  const existing = await findPhotoIds(db, customerId, photoIds);
  return photoIds.filter((id) => lost.has(id) || !existing.has(id)).length;
}
