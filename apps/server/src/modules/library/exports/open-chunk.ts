import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type ArchivePlan, planArchive } from '../../../platform/archive/plan-archive.ts';
import { CHECKED_AT_ONCE } from '../../../platform/archive/sources.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { Problem } from '../../../platform/problem.ts';
import { readOriginals } from '../photos/index.ts';
import { archiveOfChunk, damageOf, type Source } from './chunk-archive.ts';
import { type ChunkEntry, type ChunkRef, type Lost, readChunk, updateChunk } from './chunk-store.ts';
import type { Deps } from './deps.ts';
import { type ExportRow, readExport } from './store.ts';

type OpenedChunk = {
  row: ExportRow;
  /** Chunks of the export. */
  total: number;
  plan: ArchivePlan;
  /** Whether photos that were in it when the export was made are absent now. */
  isIncomplete: boolean;
};

/**
 * A chunk of a finished export in its present state: planned again, with another tag and length, once photos of it are deleted.
 * 409 until the export is ready, 404 if it does not exist or has expired.
 */
export async function openChunk(deps: Pick<Deps, 'db' | 'clock'>, ref: ChunkRef): Promise<OpenedChunk> {
  const { row, chunk, sources } = await findChunk(deps, ref);
  const { entries, lost, total } = chunk;
  const plan = planArchive(archiveOfChunk({ row, iteration: ref.iteration, entries, sources, lost }));
  const isIncomplete =
    sources.size < entries.length || Object.keys(lost).length > 0 || sources.values().some(damageOf);
  return { row, total, plan, isIncomplete };
}

/** Checks every file of a chunk and stores which are lost, so that the next opening leaves them out. */
export async function checkChunk(deps: Deps, ref: ChunkRef): Promise<void> {
  const { row, chunk, sources } = await findChunk(deps, ref);
  const { entries } = chunk;
  const existing = entries.filter(({ photoId }) => sources.has(photoId));
  const lost = await findLost(deps.objects, existing, sources);
  logNewlyLost(deps, ref, chunk.lost, lost);
  const { bytes } = planArchive(archiveOfChunk({ row, iteration: ref.iteration, entries, sources, lost }));
  const isSame = bytes === chunk.bytes && JSON.stringify(lost) === JSON.stringify(chunk.lost);
  if (!isSame) await updateChunk(deps.db, ref, { lost, bytes });
}

async function findChunk({ db, clock }: Pick<Deps, 'db' | 'clock'>, ref: ChunkRef) {
  const row = await readExport(db, ref, clock());
  if (row?.status === 'REQUESTED' || row?.status === 'IN_PROGRESS') throw new Problem('conflict');
  const chunk = row?.status === 'READY' ? await readChunk(db, ref) : null;
  if (!row || !chunk) throw new Problem('not-found');
  return { row, chunk, sources: await readSources(db, ref.customerId, chunk.entries) };
}

async function readSources(
  db: Database,
  customerId: CustomerId,
  entries: readonly ChunkEntry[],
): Promise<Map<string, Source>> {
  const photoIds = entries.map(({ photoId }) => photoId);
  const originals = await readOriginals(db, customerId, photoIds);
  return new Map(originals.map((original) => [original.photoId, original]));
}

/** Photos whose files are missing, have the wrong length or are known to be damaged; no file is read. */
async function findLost(
  objects: Pick<ObjectStore, 'size'>,
  entries: readonly ChunkEntry[],
  sources: ReadonlyMap<string, Source>,
): Promise<Lost> {
  const lost: Lost = {};
  const waiting = entries.values();
  const work = async () => {
    for (const { photoId } of waiting) {
      const source = sources.get(photoId);
      const bytes = source && (await objects.size(source.objectKey));
      if (bytes === null) lost[photoId] = 'missing';
      else if (!source || bytes !== source.bytes || damageOf(source)) lost[photoId] = 'damaged';
    }
  };
  await Promise.all(Array.from({ length: CHECKED_AT_ONCE }, work));
  return lost;
}

function logNewlyLost({ log }: Pick<Deps, 'log'>, ref: ChunkRef, before: Lost, now: Lost): void {
  const found = Object.entries(now).filter(([photoId]) => !(photoId in before));
  if (found.length > 0) log.error({ ...ref, lost: Object.fromEntries(found) }, 'an export lacks originals');
}
