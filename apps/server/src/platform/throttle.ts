import { createHmac } from 'node:crypto';
import { HOUR_SECONDS, MINUTE_SECONDS } from '@keepsake/contracts/platform/limits';
import { sql } from 'kysely';
import { ago, type Clock, DAY_MS } from './clock.ts';
import type { Database, Queryable } from './database/database.ts';
import { foldAddress } from './mail-address.ts';
import { isRecent, wasRecent } from './recently.ts';
import type { SecurityLog } from './security-log.ts';
import type { Expiry } from './tables.ts';

/** How many attempts a subject has, and how long it then waits. */
export type ThrottlePolicy = {
  name: string;
  freeAttempts: number;
  firstBlockSeconds: number;
  longestBlockSeconds: number;
  /** All attempts are forgotten after this long without one. */
  forgetAfterSeconds: number;
};

/** The pace of what anybody may cause and somebody has to read: mails and reports. */
export const MAIL_PACE = {
  firstBlockSeconds: 10 * MINUTE_SECONDS,
  longestBlockSeconds: HOUR_SECONDS,
  forgetAfterSeconds: HOUR_SECONDS,
} satisfies Partial<ThrottlePolicy>;

/** Seconds to wait after this many attempts: none at first, then doubling up to the longest. */
export function blockSeconds(attempts: number, policy: ThrottlePolicy): number {
  const over = attempts - policy.freeAttempts;
  if (over < 0) return 0;
  return Math.min(policy.longestBlockSeconds, policy.firstBlockSeconds * 2 ** Math.min(over, 20));
}

/** Attempts are kept at least as long as any policy remembers them. */
export const ATTEMPTS_EXPIRE: Expiry = {
  table: 'identity_attempts',
  column: 'last_attempt_at',
  before: ago(2 * DAY_MS),
  isHourly: true,
};

type Deps = {
  db: Database;
  clock: Clock;
  security: SecurityLog;
  /** Key of the HMACs of subjects. */
  secret: string;
};

/** What a subject may spend: `calls` at once, refilled evenly over `seconds`. */
type Allowance = { name: string; calls: number; seconds: number };

export type Throttle = {
  /** Spends one call of an allowance, unless none is left. Returns when there is one again, or null to proceed. */
  spend(allowance: Allowance, subject: string): Promise<Date | null>;
  /** Counts an attempt before it is made, so that parallel ones count too. Returns when to try again, or null to proceed. */
  attempt(policy: ThrottlePolicy, subject: string): Promise<Date | null>;
  /** Takes back an attempt that succeeded. */
  giveBack(policy: ThrottlePolicy, subject: string): Promise<void>;
  /** Forgets all attempts, optionally in a transaction. */
  forget(policy: ThrottlePolicy, subject: string, trx?: Queryable): Promise<void>;
};

/** Attempts across all nodes, counted in the database; subjects are stored only as HMACs. */
export function createThrottle({ db, clock, security, secret }: Deps): Throttle {
  const keyOf = async (policy: { name: string }, subject: string, from: Queryable = db) =>
    createHmac('sha256', secret)
      .update(`${policy.name}:${await foldAddress(from, subject)}`)
      .digest();
  return {
    async spend(allowance, subject) {
      const until = await spendOne(db, allowance, await keyOf(allowance, subject), clock());
      if (until) await security.record('throttled', { policy: allowance.name, subject });
      return until;
    },
    async attempt(policy, subject) {
      const until = await countAttempt(db, policy, await keyOf(policy, subject), clock());
      if (until) await security.record('throttled', { policy: policy.name, subject });
      return until;
    },
    async giveBack(policy, subject) {
      await db
        .updateTable('identity_attempts')
        .set((row) => ({ attempts: row('attempts', '-', 1), blocked_until: null }))
        .where('subject', '=', await keyOf(policy, subject))
        .where('attempts', '>', 0)
        .execute();
    },
    async forget(policy, subject, trx = db) {
      await trx
        .deleteFrom('identity_attempts')
        .where('subject', '=', await keyOf(policy, subject, trx))
        .execute();
    },
  };
}

/**
 * The generic cell rate algorithm: one instant per subject, moved on by one call in one statement. What a clock that was ahead has
 * written counts for nothing.
 */
async function spendOne(
  db: Database,
  allowance: Allowance,
  subject: Buffer,
  now: Date,
): Promise<Date | null> {
  const { calls, seconds } = allowance;
  const windowMs = seconds * 1000;
  const stepMs = windowMs / calls;
  const counts = wasRecent('stored.last_attempt_at', { now, ms: windowMs });
  const { rows } = await sql`
    insert into identity_attempts as stored (subject, attempts, last_attempt_at, spent_until)
    values (${subject}, 0, ${now}, ${new Date(now.getTime() + stepMs)})
    on conflict (subject) do update set last_attempt_at = excluded.last_attempt_at,
      spent_until = case when ${counts}
        then greatest(stored.spent_until, ${now}::timestamptz) + ${stepMs} * interval '1 millisecond' else excluded.spent_until end
    where not ${counts} or stored.spent_until is null
      or stored.spent_until <= ${new Date(now.getTime() + windowMs - stepMs)}::timestamptz
    returning subject`.execute(db);
  if (rows.length > 0) return null;
  const spent = await db
    .selectFrom('identity_attempts')
    .select('spent_until')
    .where('subject', '=', subject)
    .executeTakeFirst();
  // Forgotten meanwhile.
  if (!spent) return await spendOne(db, allowance, subject, now);
  return new Date((spent.spent_until ?? now).getTime() + stepMs - windowMs);
}

async function countAttempt(
  db: Database,
  policy: ThrottlePolicy,
  subject: Buffer,
  now: Date,
): Promise<Date | null> {
  return db.transaction().execute(async (trx) => {
    // Locks the row whether it is new or not: between two statements, a sign-in that succeeds could delete it.
    const row = await trx
      .insertInto('identity_attempts')
      .values({ subject, attempts: 0, last_attempt_at: now })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet({ subject }))
      .returning(['attempts', 'last_attempt_at', 'blocked_until'])
      .executeTakeFirstOrThrow();
    const isForgotten = !isRecent(row.last_attempt_at, { now, ms: policy.forgetAfterSeconds * 1000 });
    if (!isForgotten && row.blocked_until && row.blocked_until > now) return row.blocked_until;
    const attempts = (isForgotten ? 0 : row.attempts) + 1;
    const seconds = blockSeconds(attempts, policy);
    const blocked_until = seconds === 0 ? null : new Date(now.getTime() + seconds * 1000);
    await trx
      .updateTable('identity_attempts')
      .set({ attempts, last_attempt_at: now, blocked_until })
      .where('subject', '=', subject)
      .execute();
    return null;
  });
}
