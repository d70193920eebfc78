import { type RawBuilder, sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import { failureOf } from './each-item.ts';
import { deleteRows } from './erase-declared.ts';
import { type Cron, removeJob, type Task } from './jobs/jobs.ts';
import type { Expiry } from './tables.ts';

const NIGHTLY = 'forget-expired';
const HOURLY = 'forget-expired-hourly';

export const FORGET_EXPIRED_CRONS: readonly Cron[] = [
  { task: NIGHTLY, at: '17 3 * * *' },
  { task: HOURLY, at: '19 * * * *' },
];

/** Jobs of earlier releases whose work these two do. The queue of an upgraded installation may still have them, dead ones too. */
export const RETIRED_JOBS = [
  'forget-account-events',
  'forget-answers',
  'forget-callback-tries',
  'forget-cookie-consents',
  'forget-deletion-requests',
  'forget-demo-projects',
  'forget-downloads',
  'forget-email-changes',
  'forget-ended-sessions',
  'forget-newsletter',
  'forget-outgoing-events',
  'forget-parked-events',
  'forget-phone-transfers',
  'forget-temp-selections',
  'forget-withdrawals',
  'identity-clean-up',
  'mailed-links-clean-up',
  'operators-clean-up',
  'order-by-name',
];

type Deps = { db: Database; clock: Clock };

/** Deletes what modules declare in `expires`. A table that fails stops no other, and the job is run again for it. */
export function forgetExpiredTasks(deps: Deps, expires: readonly Expiry[]): Task[] {
  const nightly = expires.filter(({ isHourly }) => !isHourly);
  const hourly = expires.filter(({ isHourly }) => isHourly);
  return [
    {
      name: NIGHTLY,
      waitsForReconcile: false,
      handle: (_payload, { signal }) => forgetExpired(deps, nightly, signal),
    },
    {
      name: HOURLY,
      waitsForReconcile: false,
      async handle(_payload, { signal }) {
        for (const name of RETIRED_JOBS) await removeJob(deps.db, name);
        await forgetExpired(deps, hourly, signal);
      },
    },
  ];
}

async function forgetExpired(
  { db, clock }: Deps,
  expires: readonly Expiry[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const failed: string[] = [];
  const errors: Error[] = [];
  for (const expiry of expires) {
    signal?.throwIfAborted();
    const error = await failureOf(() =>
      deleteRows(db, expiry.table, { where: conditionOf(expiry, clock()), skipsLocked: true, signal }),
    );
    if (!error) continue;
    failed.push(`${expiry.table} (${error.message})`);
    errors.push(error);
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `expired rows could not be deleted: ${failed.join(', ')}`);
}

function conditionOf({ column, before, only }: Expiry, now: Date): RawBuilder<boolean> {
  const conditions = only ? [sql<boolean>`(${only})`] : [];
  if (column !== undefined) {
    const time = sql.ref(column);
    conditions.push(before ? sql<boolean>`${time} < ${before(now)}` : sql<boolean>`${time} <= ${now}`);
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
