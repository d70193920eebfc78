import type { Queryable } from '../../../../platform/database/database.ts';
import type { ChunkRef, ChunkRow, ChunkSize, ExportRef, KeptEntry, Lost } from '../export-row.ts';

type NewChunk = ChunkRef & { entries: readonly KeptEntry[]; bytes: number };

export async function insertChunk(
  trx: Queryable,
  { userId, exportId, iteration, entries, bytes }: NewChunk,
): Promise<void> {
  const contents = { bytes, entries: JSON.stringify(entries) };
  await trx
    .insertInto('photo_export_chunks')
    .values({ user_id: userId, export_id: exportId, iteration, ...contents })
    .execute();
}

/** The chunks of an export in their order. */
export function listChunks(db: Queryable, { userId, exportId }: ExportRef): Promise<ChunkSize[]> {
  return db
    .selectFrom('photo_export_chunks')
    .select(['iteration', 'bytes as size'])
    .where('user_id', '=', userId)
    .where('export_id', '=', exportId)
    .orderBy('iteration')
    .execute();
}

/** One chunk with its contents, and how many there are; null when there is none of that number. */
export async function readChunk(
  db: Queryable,
  { userId, exportId, iteration }: ChunkRef,
): Promise<(ChunkRow & { total: number }) | null> {
  const row = await db
    .selectFrom('photo_export_chunks as chunk')
    .select(['bytes', 'entries', 'lost'])
    .select((eb) =>
      eb
        .selectFrom('photo_export_chunks')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .whereRef('user_id', '=', 'chunk.user_id')
        .whereRef('export_id', '=', 'chunk.export_id')
        .as('total'),
    )
    .where('user_id', '=', userId)
    .where('export_id', '=', exportId)
    .where('iteration', '=', iteration)
    .executeTakeFirst();
  return (row as (ChunkRow & { total: number }) | undefined) ?? null;
}

/** Keeps what was found to be lost of a chunk, and how long it is now. */
export async function updateChunk(
  db: Queryable,
  { userId, exportId, iteration }: ChunkRef,
  { lost, bytes }: { lost: Lost; bytes: number },
): Promise<void> {
  await db
    .updateTable('photo_export_chunks')
    .set({ lost: JSON.stringify(lost), bytes })
    .where('user_id', '=', userId)
    .where('export_id', '=', exportId)
    .where('iteration', '=', iteration)
    .execute();
}
