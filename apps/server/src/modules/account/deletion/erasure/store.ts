import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Database, Queryable } from '../../../../platform/database/database.ts';
import { addJob, addJobs, keyedTask, PATIENT_ATTEMPTS, PRIORITY } from '../../../../platform/jobs/jobs.ts';
import { type JobState, readJobStates } from '../../../../platform/jobs/pending-jobs.ts';

/** Names of jobs; their payloads are {customerId}, for an area {customerId, area}. */
export const ERASE_ACCOUNT = keyedTask('erase-account', { foundBy: 'check-erasures' });
export const ERASE_AREA = keyedTask('erase-area', { foundBy: 'check-erasures' });
export const END_ERASURE = keyedTask('end-erasure', { foundBy: 'check-erasures' });

const PATIENT = { maxAttempts: PATIENT_ATTEMPTS, priority: PRIORITY.housekeeping };

type AreaRef = { customerId: CustomerId; area: string };

/**
 * Begins the erasure of a closed account whose grace period is over, or finds that it has begun, and adds a job for each area.
 * False if the account was reopened: its row is locked, so one of the two comes first.
 */
export async function beginErasure(
  db: Database,
  customerId: CustomerId,
  { areas, now }: { areas: readonly string[]; now: Date },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('account_closings')
      .set({ erasing_at: sql`coalesce(erasing_at, ${now})` })
      .where('user_id', '=', customerId)
      .where('closed_at', 'is not', null)
      .where('erase_at', '<=', now)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await addAreas(trx, customerId, { areas, now });
    return true;
  });
}

/** Adds the areas that a running erasure does not know yet. Returns how many. */
export async function addMissingAreas(
  db: Database,
  customerId: CustomerId,
  requested: { areas: readonly string[]; now: Date },
): Promise<number> {
  return db
    .transaction()
    .execute(async (trx) =>
      (await lockErasure(trx, customerId)) ? addAreas(trx, customerId, requested) : 0,
    );
}

/** Makes everything else that begins or ends the erasure wait. False once it has ended. */
export async function lockErasure(trx: Queryable, customerId: CustomerId): Promise<boolean> {
  const found = await trx
    .selectFrom('account_closings')
    .select('user_id')
    .where('user_id', '=', customerId)
    .where('erasing_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

async function addAreas(
  trx: Queryable,
  customerId: CustomerId,
  { areas, now }: { areas: readonly string[]; now: Date },
): Promise<number> {
  const added = await trx
    .insertInto('erasure_areas')
    .values(areas.map((area) => ({ user_id: customerId, area, due_at: now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'area']).doNothing())
    .returning('area')
    .execute();
  await addJobs(
    trx,
    added.map(({ area }) => ({
      task: ERASE_AREA,
      payload: { customerId, area },
      options: { ...PATIENT, key: keyOf({ customerId, area }) },
    })),
  );
  return added.length;
}

const keyOf = ({ customerId, area }: AreaRef) => `erase:${customerId}:${area}`;

/** A running erasure, with the time the account was closed. */
export async function findErasure(db: Queryable, customerId: CustomerId) {
  return db
    .selectFrom('account_closings')
    .select('closed_at as closedAt')
    .where('user_id', '=', customerId)
    .where('erasing_at', 'is not', null)
    .executeTakeFirst();
}

export async function isAreaDone(db: Queryable, { customerId, area }: AreaRef): Promise<boolean> {
  const row = await db
    .selectFrom('erasure_areas')
    .select('done_at')
    .where('user_id', '=', customerId)
    .where('area', '=', area)
    .executeTakeFirst();
  return row === undefined || row.done_at !== null;
}

/** Schedules the next attempt of an area; the job runs by the machine's clock. */
export async function postponeArea(
  db: Database,
  { customerId, area }: AreaRef,
  { dueAt, runAt }: { dueAt: Date; runAt: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('erasure_areas')
      .set({ due_at: dueAt, done_at: null })
      .where('user_id', '=', customerId)
      .where('area', '=', area)
      .execute();
    await addJob(
      trx,
      ERASE_AREA,
      { customerId, area },
      { ...PATIENT, key: keyOf({ customerId, area }), runAt },
    );
  });
}

/** Records that an area has nothing left. The last one adds the job that ends the erasure. */
export async function completeArea(db: Database, { customerId, area }: AreaRef, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Of two areas that end at the same moment, the second sees the first.
    const areas = await trx
      .selectFrom('erasure_areas')
      .select(['area', 'done_at'])
      .where('user_id', '=', customerId)
      .orderBy('area')
      .forUpdate()
      .execute();
    await trx
      .updateTable('erasure_areas')
      .set({ done_at: now })
      .where('user_id', '=', customerId)
      .where('area', '=', area)
      .execute();
    const isLast = areas.every((each) => each.area === area || each.done_at !== null);
    if (isLast) await addEndJob(trx, customerId);
  });
}

async function addEndJob(db: Queryable, customerId: CustomerId): Promise<void> {
  await addJob(db, END_ERASURE, { customerId }, { ...PATIENT, key: `${END_ERASURE}:${customerId}` });
}

/** Deletes the records of a finished erasure. */
export async function deleteErasure(trx: Queryable, customerId: CustomerId): Promise<void> {
  await trx.deleteFrom('erasure_areas').where('user_id', '=', customerId).execute();
  await trx.deleteFrom('account_closings').where('user_id', '=', customerId).execute();
}

type WaitingErasure = { customerId: CustomerId; area: string | null; jobKey: string };

/** Selects what is due: accounts whose grace period is over, areas, and the ends of erasures whose areas are done. */
export const waitingErasuresSql = (now: Date) => sql<WaitingErasure>`
  select user_id as "customerId", null as area, ${`${ERASE_ACCOUNT}:`} || user_id as "jobKey" from account_closings
  where erase_at <= ${now} and erasing_at is null
  union all
  select user_id, area, 'erase:' || user_id || ':' || area from erasure_areas
  where done_at is null and due_at <= ${now}
  union all
  select user_id, null, ${`${END_ERASURE}:`} || user_id from erasure_areas
  group by user_id having bool_and(done_at is not null)`;

/** Adds the missing job of an account or one of its areas again. */
export async function resume(
  db: Database,
  { customerId, area }: Pick<WaitingErasure, 'customerId' | 'area'>,
): Promise<void> {
  if (area !== null) {
    const options = { ...PATIENT, key: keyOf({ customerId, area }) };
    return addJob(db, ERASE_AREA, { customerId, area }, options);
  }
  if (await findErasure(db, customerId)) return addEndJob(db, customerId);
  await addJob(db, ERASE_ACCOUNT, { customerId }, { ...PATIENT, key: `${ERASE_ACCOUNT}:${customerId}` });
}

/** What an erasure waits for: an area; null if all areas are done and only the end is missing. */
export type UnderWay = { customerId: CustomerId; area: string | null; dueAt: Date } & JobState;

/** How many accounts are erased and in their grace period, and what those being erased are waiting for. */
export async function listErasures(db: Queryable) {
  const { rows: waiting } = await sql<WaitingErasure & { dueAt: Date }>`
    select user_id as "customerId", area, due_at as "dueAt", 'erase:' || user_id || ':' || area as "jobKey"
    from erasure_areas where done_at is null
    union all
    select user_id, null, max(done_at), ${`${END_ERASURE}:`} || user_id from erasure_areas
    group by user_id having bool_and(done_at is not null)
    order by "dueAt", "customerId", area`.execute(db);
  const states = await readJobStates(
    db,
    waiting.map(({ jobKey }) => jobKey),
  );
  const underWay = waiting.map(
    ({ jobKey, ...each }): UnderWay => ({
      ...each,
      ...(states.get(jobKey) ?? { attempts: 0, isDead: false, error: null }),
    }),
  );
  const { rows } = await sql<{ erased: number; waiting: number }>`
    select (select count(*)::int from erased_accounts) as erased,
      (select count(*)::int from account_closings where closed_at is not null and erasing_at is null) as waiting`.execute(
    db,
  );
  return { erased: rows[0]?.erased ?? 0, waiting: rows[0]?.waiting ?? 0, underWay };
}
