import { type ArchiveEntry, ArchiveSourceError } from '../../../platform/archive/archive-entry.ts';
import { layOutArchive } from '../../../platform/archive/plan-archive.ts';
import { safeNames } from '../../../platform/archive/safe-names.ts';
import { requireSources } from '../../../platform/archive/sources.ts';
import type { JobAttempt, Task } from '../../../platform/jobs/jobs.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { push } from '../../../platform/push.ts';
import type { Original } from '../photos/index.ts';
import type { Deps } from './deps.ts';
import type { DownloadRow, KeptEntry } from './download-row.ts';
import { failDownload, finishDownload, readDownload } from './download-store.ts';
import { findOriginals } from './find-originals.ts';

export const LAY_OUT_DOWNLOAD = 'lay-out-download';

type Ref = { userId: string; downloadId: string };
type ArchiveKey = 'archive-started' | 'archive-finished' | 'archive-error';

/**
 * Lays an archive out and tells its customer: started, then finished or error. No byte of a photo is read; what is
 * asked is whether every original is there and as long as its row says. One that is not fails the archive by name.
 */
export function layOutDownloadTask(deps: Deps): Task {
  const tell = async (ref: Ref, key: ArchiveKey, db: Parameters<typeof push>[0] = deps.db) =>
    push(db, ref.userId, { key, message: ref }, deps.clock());

  async function finish(ref: Ref, entries: readonly KeptEntry[]) {
    const { bytes } = layOutArchive(entries.map(entryOf));
    await deps.db.transaction().execute(async (trx) => {
      await finishDownload(trx, ref, { entries, bytes, now: deps.clock() });
      await tell(ref, 'archive-finished', trx);
    });
  }
  async function fail(ref: Ref, missing: readonly string[]) {
    deps.log.error({ ...ref, missing }, 'an archive cannot be made');
    await deps.db.transaction().execute(async (trx) => {
      await failDownload(trx, ref, missing);
      await tell(ref, 'archive-error', trx);
    });
  }
  return {
    name: LAY_OUT_DOWNLOAD,
    async handle(payload, { attempt, maxAttempts }: JobAttempt) {
      const ref = payload as Ref;
      const download = await readDownload(deps.db, ref, deps.clock());
      if (download?.status !== 'started') return;
      await tell(ref, 'archive-started');
      try {
        const { entries, missing } = await collect(deps, download);
        await (missing.length > 0 ? fail(ref, missing) : finish(ref, entries));
      } catch (error) {
        if (attempt < maxAttempts) throw error;
        deps.log.error({ err: error, ...ref }, 'an archive was given up');
        await fail(ref, []);
      }
    },
  };
}

type Collected = { entries: KeptEntry[]; missing: string[] };

async function collect({ db, objects }: Deps, { photos }: DownloadRow): Promise<Collected> {
  const originals = await findOriginals(db, photos);
  const missing = photos.filter((_, index) => !originals[index]).map(({ name }) => name);
  const found = originals.filter((original) => original !== undefined);
  const entries = entriesOf(found);
  const lost = await findLost(objects, entries);
  return { entries, missing: [...missing, ...lost.map((index) => found[index]?.fileName ?? '')] };
}

/** Places of entries whose original is not there, or not as long as it was. */
export async function findLost(
  objects: Pick<ObjectStore, 'size'>,
  entries: readonly KeptEntry[],
): Promise<number[]> {
  const asked = entries.map(async (entry) =>
    requireSources([entryOf(entry)], objects).then(() => true, toFalse),
  );
  return (await Promise.all(asked)).flatMap((isThere, index) => (isThere ? [] : [index]));
}

/** A source that is not there is an answer; any other failure may pass. */
function toFalse(error: unknown): false {
  if (error instanceof ArchiveSourceError) return false;
  throw error;
}

function entriesOf(originals: readonly Original[]): KeptEntry[] {
  const names = safeNames(originals.map(({ fileName }) => ({ name: fileName })));
  return originals.map(({ bytes, crc32, wallTime, objectKey }, index) => ({
    name: names[index] ?? '',
    bytes,
    crc32,
    modifiedAt: wallTime,
    key: objectKey,
  }));
}

/** An entry as the archive takes it. */
export function entryOf({ key, ...entry }: KeptEntry): ArchiveEntry {
  return { ...entry, source: { key } };
}
