import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import { planArchive } from '../../../platform/archive/plan-archive.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { isRunAgain, type Task } from '../../../platform/jobs/jobs.ts';
import { push } from '../../../platform/push.ts';
import { archiveEntryOf, entriesOf, findLost } from './archive-entries.ts';
import type { Deps } from './deps.ts';
import {
  type DownloadRef,
  type DownloadRow,
  failDownload,
  findOriginals,
  finishDownload,
  isSound,
  readDownload,
  type StoredEntry,
} from './store.ts';

/** Name of the job that plans an archive; payload {customerId, downloadId}. */
export const PLAN_DOWNLOAD = 'lay-out-download';

const payloadSchema = z.object({ customerId: customerIdSchema, downloadId: z.string() });

type ArchiveKey = 'archive-started' | 'archive-finished' | 'archive-error';

/**
 * Plans an archive and notifies its customer: started, then finished or error. No photo is read, but every original must be in
 * the store with the size in its row and without known damage; otherwise the archive fails and names the rest.
 */
export function planDownloadTask(deps: Deps): Task {
  const notify = async ({ customerId, downloadId }: DownloadRef, key: ArchiveKey, db: Queryable = deps.db) =>
    push(db, customerId, { key, message: { userId: customerId, downloadId } }, deps.clock());

  async function finish(ref: DownloadRef, entries: readonly StoredEntry[]) {
    const { bytes } = planArchive(entries.map(archiveEntryOf));
    await deps.db.transaction().execute(async (trx) => {
      await finishDownload(trx, ref, { entries, bytes, now: deps.clock() });
      await notify(ref, 'archive-finished', trx);
    });
  }
  async function fail(ref: DownloadRef, missing: readonly string[]) {
    await deps.db.transaction().execute(async (trx) => {
      await failDownload(trx, ref, missing);
      await notify(ref, 'archive-error', trx);
    });
  }
  return {
    name: PLAN_DOWNLOAD,
    waitsForReconcile: false,
    async handle(payload, attempt) {
      const ref = payloadSchema.parse(payload);
      const download = await readDownload(deps.db, ref, deps.clock());
      if (download?.status !== 'started') return;
      await notify(ref, 'archive-started');
      try {
        const { entries, missing } = await collectEntries(deps, download);
        if (missing.length === 0) return await finish(ref, entries);
        await fail(ref, missing);
        deps.log.error({ ...ref, missing: missing.length }, 'an archive cannot be made');
      } catch (error) {
        if (isRunAgain(attempt, error)) throw error;
        deps.log.error({ err: error, ...ref }, 'an archive was given up');
        await fail(ref, []);
      }
    },
  };
}

async function collectEntries(
  { db, objects }: Pick<Deps, 'db' | 'objects'>,
  { photos }: DownloadRow,
): Promise<{ entries: StoredEntry[]; missing: string[] }> {
  const originals = await findOriginals(db, photos);
  const missing = photos.filter((_, index) => !isSound(originals[index])).map(({ name }) => name);
  const found = originals.filter(isSound);
  const entries = entriesOf(found);
  const lost = await findLost(objects, entries);
  return { entries, missing: [...missing, ...lost.map((index) => found[index]?.fileName ?? '')] };
}
