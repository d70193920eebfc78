import * as z from 'zod';
import type { JobAttempt, Task } from '../../../platform/jobs/jobs.ts';
import { findLeftFiles } from '../legacy-uploads/index.ts';
import { addImportJob, IMPORT_LIBRARY, pushImport } from './activation.ts';
import type { Deps } from './deps.ts';
import { closeImport, isRunning } from './import-store.ts';
import { removeFiles } from './import-upload.ts';
import { importWaiting } from './import-waiting.ts';

const payloadSchema = z.object({ userId: z.string() });
/** How long a job works before it lets others have their turn. */
const TURN_MS = 4_000;
/** How soon an import looks again whether the deletion of the library is over. */
const DELETION_PAUSE_MS = 15_000;

/** The job that brings a customer's legacy uploads into the library, turn by turn; the last attempt gives it up. */
export function importLibraryTask(deps: Deps): Task {
  return {
    name: IMPORT_LIBRARY,
    async handle(payload, attempt) {
      const { userId } = payloadSchema.parse(payload);
      try {
        await importTurn(deps, userId);
      } catch (error) {
        if (!isLast(attempt)) throw error;
        deps.log.error({ err: error, userId }, 'an import of legacy uploads was given up');
        await endImport(deps, userId, 'import-error');
      }
    },
  };
}

const isLast = ({ attempt, maxAttempts }: JobAttempt) => attempt >= maxAttempts;

async function importTurn(deps: Deps, userId: string): Promise<void> {
  if (!(await isRunning(deps.db, userId))) return;
  const reached = await importWaiting(deps, userId, performance.now() + TURN_MS);
  if (reached === 'turn') return await addImportJob(deps.db, userId);
  if (reached === 'deletion') {
    const later = new Date(deps.clock().getTime() + DELETION_PAUSE_MS);
    return await addImportJob(deps.db, userId, later);
  }
  for (;;) {
    const left = await findLeftFiles(deps.db, userId);
    if (left.length === 0) break;
    await removeFiles(deps, userId, left);
  }
  await endImport(deps, userId, 'import-finished');
}

/** Ends an import, once; what still waits can be started anew. */
async function endImport(
  { db, clock }: Deps,
  userId: string,
  news: 'import-finished' | 'import-error',
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await closeImport(trx, userId, clock());
    if (ended) await pushImport(trx, news, ended, clock());
  });
}
