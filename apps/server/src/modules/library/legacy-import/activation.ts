import type { Activation, ImportProgress } from '@keepsake/contracts/library/legacy-import';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { LibraryImports } from '../../../platform/database/database-types.ts';
import { addJob, keyedTask, PRIORITY } from '../../../platform/jobs/jobs.ts';
import { push } from '../../../platform/push.ts';
import type { Deps } from './deps.ts';
import { countWaiting, isAnyWaiting } from './store.ts';

/** Name of the job that imports a customer's legacy uploads; payload {customerId}. */
export const IMPORT_LIBRARY = keyedTask('import-library', { foundBy: 'check-imports' });

type ImportRow = Selectable<LibraryImports>;

/** The customer's activation status. Without anything to import it is ACTIVE from the start. */
export async function readActivation(
  { db, isLibraryBeingDeleted }: Pick<Deps, 'db' | 'isLibraryBeingDeleted'>,
  customerId: CustomerId,
): Promise<Activation> {
  if (await isLibraryBeingDeleted(customerId)) return { status: 'DELETING' };
  const found = await findImport(db, customerId);
  if (found?.ended_at === null) return { status: 'IMPORTING', progress: progressOf(found) };
  const status = (await isAnyWaiting(db, customerId)) ? 'NOT_ACTIVE' : 'ACTIVE';
  return found ? { status, lastImport: lastImportOf(found) } : { status };
}

/** Starts the import of waiting uploads, once: its row, its job and its push in one transaction. */
export async function startActivation(
  deps: Pick<Deps, 'db' | 'clock' | 'isLibraryBeingDeleted'>,
  customerId: CustomerId,
): Promise<Activation> {
  const before = await readActivation(deps, customerId);
  if (before.status !== 'NOT_ACTIVE') return before;
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock();
    const started = await insertImport(trx, { customerId, total: await countWaiting(trx, customerId), now });
    if (!started) return;
    await addImportJob(trx, customerId);
    await pushImport(trx, 'import-started', started, now);
  });
  return await readActivation(deps, customerId);
}

/** Ends an import, once; uploads still waiting can be imported by another one. */
export async function endImport(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  customerId: CustomerId,
  result: 'import-finished' | 'import-error',
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await closeImport(trx, customerId, clock());
    if (ended) await pushImport(trx, result, ended, clock());
  });
}

/** Adds the job of an import, replacing a pending one. */
export async function addImportJob(db: Queryable, customerId: CustomerId, runAt?: Date): Promise<void> {
  const options = { key: `${IMPORT_LIBRARY}:${customerId}`, priority: PRIORITY.bulk, runAt };
  await addJob(db, IMPORT_LIBRARY, { customerId }, options);
}

/** Notifies the customer's screens of an import. */
async function pushImport(
  trx: Queryable,
  type: 'import-started' | 'import-error' | 'import-finished',
  row: ImportRow,
  now: Date,
): Promise<void> {
  const data = { payload: progressOf(row), timestamp: now.toISOString() };
  await push(trx, row.user_id, { type, data }, now);
}

/** The customer's running or latest import. */
async function findImport(db: Queryable, customerId: CustomerId): Promise<ImportRow | undefined> {
  return db.selectFrom('library_imports').selectAll().where('user_id', '=', customerId).executeTakeFirst();
}

/** Whether an import is running. */
export async function isImportRunning(db: Queryable, customerId: CustomerId): Promise<boolean> {
  const found = await findImport(db, customerId);
  return found !== undefined && found.ended_at === null;
}

type NewImport = { customerId: CustomerId; total: number; now: Date };

/** Adds a running import; undefined while another one runs. */
async function insertImport(
  trx: Queryable,
  { customerId, total, now }: NewImport,
): Promise<ImportRow | undefined> {
  return trx
    .insertInto('library_imports')
    .values({ user_id: customerId, started_at: now, total })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ started_at: now, ended_at: null, total, imported: 0, failed: 0 })
        .where('library_imports.ended_at', 'is not', null),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Counts one upload as imported or failed. */
export async function countOne(
  trx: Queryable,
  customerId: CustomerId,
  what: 'imported' | 'failed',
): Promise<void> {
  await trx
    .updateTable('library_imports')
    .set({ [what]: sql`${sql.ref(what)} + 1` })
    .where('user_id', '=', customerId)
    .execute();
}

/** Marks the running import as ended; undefined if it already was. */
async function closeImport(
  trx: Queryable,
  customerId: CustomerId,
  now: Date,
): Promise<ImportRow | undefined> {
  return trx
    .updateTable('library_imports')
    .set({ ended_at: now })
    .where('user_id', '=', customerId)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Uploads may have been added since the total was counted. */
function progressOf({ total, imported, failed }: ImportRow): ImportProgress {
  return { total: Math.max(total, imported + failed), imported, failed };
}

function lastImportOf({ ended_at, imported, failed }: ImportRow): Activation['lastImport'] {
  return ended_at ? { ended: ended_at.toISOString(), imported, failed } : undefined;
}
