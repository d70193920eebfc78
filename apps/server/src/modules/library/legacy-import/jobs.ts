import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import { startStopwatch } from '../../../platform/clock.ts';
import { type Cron, isRunAgain, type Task, TURN_MS } from '../../../platform/jobs/jobs.ts';
import { resumeStalled } from '../../../platform/jobs/stalled-work.ts';
import { addImportJob, endImport, IMPORT_LIBRARY, isImportRunning } from './activation.ts';
import type { Deps } from './deps.ts';
import { importWaiting, removeFiles } from './import-uploads.ts';
import { findLeftFiles } from './store.ts';

const CHECK_IMPORTS = 'check-imports';
export const CHECK_CRON: Cron = { task: CHECK_IMPORTS, at: '3,13,23,33,43,53 * * * *' };

const payloadSchema = z.object({ customerId: customerIdSchema });
/** How soon an import that waits for a deletion of the library, or for a reconciliation, checks again. */
const PAUSE_MS = 15_000;

/** Imports a customer's legacy uploads into the library, turn by turn; the last attempt gives up the import. */
export function importLibraryTask(deps: Deps): Task {
  return {
    name: IMPORT_LIBRARY,
    waitsForReconcile: false,
    async handle(payload, attempt) {
      const { customerId } = payloadSchema.parse(payload);
      try {
        await importTurn(deps, customerId);
      } catch (error) {
        if (isRunAgain(attempt, error)) throw error;
        deps.log.error({ err: error, customerId }, 'an import of legacy uploads was given up');
        await endImport(deps, customerId, 'import-error');
      }
    },
  };
}

async function importTurn(deps: Deps, customerId: CustomerId): Promise<void> {
  if (!(await isImportRunning(deps.db, customerId))) return;
  const elapsed = startStopwatch();
  const stop = await importWaiting(deps, customerId, () => elapsed() > TURN_MS);
  if (stop === 'turn-over') return await addImportJob(deps.db, customerId);
  if (stop === 'deletion' || stop === 'restored') return await continueLater(deps, customerId);
  for (;;) {
    const left = await findLeftFiles(deps.db, customerId);
    if (left.length === 0) break;
    if (!(await removeFiles(deps, customerId, left))) return await continueLater(deps, customerId);
  }
  await endImport(deps, customerId, 'import-finished');
}

async function continueLater(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  customerId: CustomerId,
): Promise<void> {
  await addImportJob(db, customerId, new Date(clock().getTime() + PAUSE_MS));
}

/** Housekeeping: a running import whose job was lost or used up its attempts gets another job. */
export function checkImportsTask(deps: Pick<Deps, 'db' | 'log'>): Task {
  const waiting = sql<{ customerId: CustomerId; jobKey: string }>`
    select user_id as "customerId", ${IMPORT_LIBRARY} || ':' || user_id as "jobKey" from library_imports
    where ended_at is null`;
  return {
    name: CHECK_IMPORTS,
    waitsForReconcile: false,
    async handle() {
      await resumeStalled(deps, { waiting, resume: ({ customerId }) => addImportJob(deps.db, customerId) });
    },
  };
}
