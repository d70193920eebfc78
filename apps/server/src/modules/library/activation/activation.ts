import type { Activation } from '@keepsake/contracts';
import type { Queryable } from '../../../platform/database/database.ts';
import { addJob, PRIORITY } from '../../../platform/jobs/jobs.ts';
import { push } from '../../../platform/push.ts';
import { countWaiting, isAnyWaiting } from '../legacy-uploads/index.ts';
import type { Deps } from './deps.ts';
import { findImport, type ImportRow, insertImport, progressOf } from './import-store.ts';

/** Name of the job that imports a customer's legacy uploads; payload {userId}. */
export const IMPORT_LIBRARY = 'import-library';

/** The customer's activation status. Who has nothing to import is ACTIVE from the start. */
export async function readActivation(
  { db, isLibraryBeingDeleted }: Deps,
  userId: string,
): Promise<Activation> {
  if (await isLibraryBeingDeleted(userId)) return { status: 'DELETING' };
  const found = await findImport(db, userId);
  if (found?.ended_at === null) return { status: 'IMPORTING', progress: progressOf(found) };
  const status = (await isAnyWaiting(db, userId)) ? 'NOT_ACTIVE' : 'ACTIVE';
  return found ? { status, lastImport: lastImportOf(found) } : { status };
}

function lastImportOf({ ended_at, imported, failed }: ImportRow): Activation['lastImport'] {
  return ended_at ? { ended: ended_at.toISOString(), imported, failed } : undefined;
}

/** Starts the import of what waits, once: its row, its job and the news of it in one transaction. */
export async function startActivation(deps: Deps, userId: string): Promise<Activation> {
  const before = await readActivation(deps, userId);
  if (before.status !== 'NOT_ACTIVE') return before;
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock();
    const begun = await insertImport(trx, { userId, total: await countWaiting(trx, userId), now });
    if (!begun) return;
    await addImportJob(trx, userId);
    await pushImport(trx, 'import-started', begun, now);
  });
  return await readActivation(deps, userId);
}

/** Adds the job of an import; one that waits is replaced. */
export async function addImportJob(db: Queryable, userId: string, runAt?: Date): Promise<void> {
  const options = { key: `${IMPORT_LIBRARY}:${userId}`, priority: PRIORITY.bulk, runAt };
  await addJob(db, IMPORT_LIBRARY, { userId }, options);
}

/** Tells the customer's screens of an import. */
export async function pushImport(
  trx: Queryable,
  type: 'import-started' | 'import-error' | 'import-finished',
  row: ImportRow,
  now: Date,
): Promise<void> {
  const data = { payload: progressOf(row), timestamp: now.toISOString() };
  await push(trx, row.user_id, { type, data }, now);
}
