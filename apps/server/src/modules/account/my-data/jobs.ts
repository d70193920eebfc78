import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import { DAY_MS, MINUTE_MS, startStopwatch } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { actOnEach } from '../../../platform/each-item.ts';
import { type Cron, isRunAgain, type JobAttempt, type Task, TURN_MS } from '../../../platform/jobs/jobs.ts';
import { resumeStalled } from '../../../platform/jobs/stalled-work.ts';
import { removeFolder } from '../../../platform/objects/purge-objects.ts';
import { push } from '../../../platform/push.ts';
import { planFiles } from './archive-files.ts';
import type { Deps } from './deps.ts';
import { mailOutcome } from './mail-outcome.ts';
import { addArchiveJob, MAKE_ARCHIVE } from './request-archive.ts';
import {
  type ArchiveRef,
  type ArchiveRow,
  beginArchive,
  deleteArchive,
  endArchive,
  findOver,
  inProgressSql,
  insertFile,
  readFiles,
} from './store.ts';
import { folderOf, writeFile } from './write-file.ts';

const CHECK_ARCHIVES = 'check-my-data';
export const CHECK_CRON: Cron = { task: CHECK_ARCHIVES, at: '4,14,24,34,44,54 * * * *' };

const payloadSchema = z.object({ customerId: customerIdSchema, archiveId: z.string() });
/** How soon to check again for the photos, which a separate job prepares; less often later. */
const SOON_MS = 2_000;
const LATER_MS = MINUTE_MS;
/** What is not ready by then is given up. */
const MAX_AGE_MS = 2 * DAY_MS;

export function archiveTasks(deps: Deps): Task[] {
  return [makeArchiveTask(deps), checkArchivesTask(deps)];
}

/** Writes an archive file by file: after a kill, a stop or its turn it resumes with the next file. */
function makeArchiveTask(deps: Deps): Task {
  return {
    name: MAKE_ARCHIVE,
    waitsForReconcile: false,
    async handle(payload, attempt: JobAttempt) {
      const ref = payloadSchema.parse(payload);
      const row = await beginArchive(deps.db, ref, deps.clock());
      if (!row) return;
      try {
        await makeTurn(deps, row, attempt.signal);
      } catch (error) {
        if (attempt.signal?.aborted || isRunAgain(attempt, error)) throw error;
        deps.log.error({ err: error, ...ref }, "an archive of 'my data' was given up");
        await end(deps, row, 'FAILED');
      }
    },
  };
}

async function makeTurn(deps: Deps, row: ArchiveRow, signal?: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  if (!(await writeLeft(deps, row, signal))) return addArchiveJob(db, row);
  const photos = row.export_id === null ? null : await deps.photos().find(row.user_id, row.export_id);
  const isLost = row.export_id !== null && photos === null;
  if (isLost || photos?.status === 'FAILED') return end(deps, row, 'FAILED');
  if (photos && photos.status !== 'READY') {
    const age = clock().getTime() - row.created_at.getTime();
    const pause = age < LATER_MS ? SOON_MS : LATER_MS;
    // By the clock of the queue, which is the machine's.
    return addArchiveJob(db, row, new Date(deps.machineClock().getTime() + pause));
  }
  await end(deps, row, 'READY');
}

/** Writes the remaining files; false if the turn is over. */
async function writeLeft(deps: Deps, row: ArchiveRow, signal?: AbortSignal): Promise<boolean> {
  const ref = refOf(row);
  const elapsed = startStopwatch();
  let sinceNotified = startStopwatch();
  for (const file of planFiles(deps, row)) {
    const written = await readFiles(deps.db, ref);
    if (written.some(({ name }) => name === file.name)) continue;
    if (elapsed() > TURN_MS) return false;
    signal?.throwIfAborted();
    await writeFile(deps, ref, file.texts(written), {
      signal,
      record: (trx, stored) => insertFile(trx, ref, { name: file.name, ...stored }, written.length),
    });
    if (sinceNotified() < NOTIFY_MS) continue;
    sinceNotified = startStopwatch();
    await notify(deps.db, row, deps.clock());
  }
  return true;
}

/** Screens are notified of progress at most this often. */
const NOTIFY_MS = 500;

const refOf = ({ user_id: customerId, id: archiveId }: ArchiveRow): ArchiveRef => ({ customerId, archiveId });

const notify = (db: Queryable, { user_id }: ArchiveRow, now: Date) =>
  push(db, user_id, { type: 'my-data-changed', data: {} }, now);

/** Ends an archive with its mail and its push in one transaction, exactly once. */
function end(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  row: ArchiveRow,
  status: 'READY' | 'FAILED',
): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    if (!(await endArchive(trx, refOf(row), status, deps.clock()))) return;
    await mailOutcome(deps, trx, row, status);
    await notify(trx, row, deps.clock());
  });
}

/** Housekeeping: stalled archives get another job or, if late, are given up; expired ones are removed, their files first. */
function checkArchivesTask(deps: Deps): Task {
  return {
    name: CHECK_ARCHIVES,
    waitsForReconcile: false,
    async handle(_, { signal }) {
      const now = deps.clock();
      const resume = async (row: ArchiveRow) => {
        if (now.getTime() - row.created_at.getTime() > MAX_AGE_MS) await end(deps, row, 'FAILED');
        else await addArchiveJob(deps.db, row);
      };
      await resumeStalled(deps, { waiting: inProgressSql(MAKE_ARCHIVE), resume, signal });
      const remove = async (row: ArchiveRow) => {
        const isGone = await removeFolder(deps.objects, folderOf(row.user_id, row.id));
        if (isGone) await deleteArchive(deps.db, refOf(row));
      };
      await actOnEach(await findOver(deps.db, now), remove, {
        log: deps.log,
        message: "an expired archive of 'my data' stays",
        context: ({ id: archiveId }) => ({ archiveId }),
        signal,
      });
      signal?.throwIfAborted();
    },
  };
}
