import * as z from 'zod';
import type { JobAttempt, Task } from '../../platform/jobs/jobs.ts';
import { findLeftFiles, findWaiting } from '../legacy-uploads/index.ts';
import { addImportJob, IMPORT_LIBRARY, pushImport } from './activation.ts';
import type { Deps } from './deps.ts';
import { closeImport, findRunning } from './import-store.ts';
import { importUpload, removeFiles } from './import-upload.ts';

const payloadSchema = z.object({ userId: z.string() });
const BATCH = 20;
/** How long a job works before it lets others have their turn. */
const TURN_MS = 20_000;
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
  const until = performance.now() + TURN_MS;
  while (await findRunning(deps.db, userId)) {
    if (await deps.isLibraryBeingDeleted(userId)) {
      const later = new Date(deps.clock().getTime() + DELETION_PAUSE_MS);
      return await addImportJob(deps.db, userId, later);
    }
    if (performance.now() > until) return await addImportJob(deps.db, userId);
    const batch = await findWaiting(deps.db, userId, BATCH);
    for (const upload of batch) await importUpload(deps, upload);
    if (batch.length > 0) continue;
    await removeFiles(deps, userId, await findLeftFiles(deps.db, userId));
    await endImport(deps, userId, 'import-finished');
  }
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
