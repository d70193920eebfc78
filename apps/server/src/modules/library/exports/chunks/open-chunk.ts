import { type ArchiveLayout, layOutArchive } from '../../../../platform/archive/plan-archive.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { Problem } from '../../../../platform/problem.ts';
import { readOriginals } from '../../photos/index.ts';
import type { Deps } from '../deps.ts';
import type { ChunkRef, ExportRow, KeptEntry, Lost } from '../export-row.ts';
import { readExport } from '../export-store.ts';
import { archiveOfChunk, type Source } from './archive-of-chunk.ts';
import { readChunk, updateChunk } from './chunk-store.ts';
import { findLost } from './find-lost.ts';

type OpenedChunk = {
  row: ExportRow;
  total: number;
  layout: ArchiveLayout;
  /** Photos were in it when the export was made that are not in it now. */
  isIncomplete: boolean;
};

/**
 * A chunk of a finished export as it is now: laid out anew, with another tag and another length, when photos of it have
 * been deleted since. 409 until the export is ready, 404 when it cannot be had (any more).
 */
export async function openChunk(deps: Pick<Deps, 'db' | 'clock'>, ref: ChunkRef): Promise<OpenedChunk> {
  const { row, chunk, sources } = await findChunk(deps, ref);
  const { entries, lost, total } = chunk;
  const layout = layOutArchive(archiveOfChunk({ row, iteration: ref.iteration, entries, sources, lost }));
  const isIncomplete = sources.size < entries.length || Object.keys(lost).length > 0;
  return { row, total, layout, isIncomplete };
}

/** Looks after every file of a chunk, and keeps what is lost: the next time it is opened it is told. */
export async function checkChunk(deps: Deps, ref: ChunkRef): Promise<void> {
  const { row, chunk, sources } = await findChunk(deps, ref);
  const { entries } = chunk;
  const lost = await findLost(
    deps.objects,
    entries.filter(({ photoId }) => sources.has(photoId)),
    sources,
  );
  logNewlyLost(deps, ref, chunk.lost, lost);
  const { bytes } = layOutArchive(archiveOfChunk({ row, iteration: ref.iteration, entries, sources, lost }));
  const isSame = bytes === chunk.bytes && JSON.stringify(lost) === JSON.stringify(chunk.lost);
  if (!isSame) await updateChunk(deps.db, ref, { lost, bytes });
}

async function findChunk({ db, clock }: Pick<Deps, 'db' | 'clock'>, ref: ChunkRef) {
  const row = await readExport(db, ref, clock());
  if (row?.status === 'REQUESTED' || row?.status === 'IN_PROGRESS') throw new Problem('conflict');
  const chunk = row?.status === 'READY' ? await readChunk(db, ref) : null;
  if (!row || !chunk) throw new Problem('not-found');
  return { row, chunk, sources: await readSources(db, ref.userId, chunk.entries) };
}

async function readSources(
  db: Database,
  userId: string,
  entries: readonly KeptEntry[],
): Promise<Map<string, Source>> {
  const photoIds = entries.map(({ photoId }) => photoId);
  const originals = await readOriginals(db, userId, photoIds);
  return new Map(originals.map((original) => [original.photoId, original]));
}

function logNewlyLost({ log }: Deps, ref: ChunkRef, before: Lost, now: Lost): void {
  const found = Object.entries(now).filter(([photoId]) => !(photoId in before));
  if (found.length > 0) log.error({ ...ref, lost: Object.fromEntries(found) }, 'an export lacks originals');
}
