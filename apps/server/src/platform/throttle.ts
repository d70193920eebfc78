import { createHmac } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Database, Queryable } from './database/database.ts';
import { foldAddress } from './mail-address.ts';
import type { SecurityLog } from './security-log.ts';

/** How many attempts a subject has, and how long it then waits. */
export type ThrottlePolicy = {
  name: string;
  freeAttempts: number;
  firstBlockSeconds: number;
  longestBlockSeconds: number;
  /** All attempts are forgotten after this long without one. */
  forgetAfterSeconds: number;
};

/** Seconds to wait after this many attempts: none at first, then doubling up to the longest. */
export function blockSeconds(attempts: number, policy: ThrottlePolicy): number {
  const over = attempts - policy.freeAttempts;
  if (over < 0) return 0;
  return Math.min(policy.longestBlockSeconds, policy.firstBlockSeconds * 2 ** Math.min(over, 20));
}

type Deps = {
  db: Database;
  clock: Clock;
  security: SecurityLog;
  /** Key of the HMACs of subjects. */
  secret: string;
};

export type Throttle = {
  /** Counts an attempt before it is made, so that parallel ones count too. Returns when to try again, or null to proceed. */
  attempt(policy: ThrottlePolicy, subject: string): Promise<Date | null>;
  /** Takes back an attempt that succeeded. */
  giveBack(policy: ThrottlePolicy, subject: string): Promise<void>;
  /** Forgets all attempts, optionally in a transaction. */
  forget(policy: ThrottlePolicy, subject: string, trx?: Queryable): Promise<void>;
};

/** Attempts across all nodes, counted in the database; subjects are stored only as HMACs. */
export function createThrottle({ db, clock, security, secret }: Deps): Throttle {
  const keyOf = async (policy: ThrottlePolicy, subject: string, from: Queryable = db) =>
    createHmac('sha256', secret)
      .update(`${policy.name}:${await foldAddress(from, subject)}`)
      .digest();
  return {
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

async function countAttempt(
  db: Database,
  policy: ThrottlePolicy,
  subject: Buffer,
  now: Date,
): Promise<Date | null> {
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('identity_attempts')
      .values({ subject, attempts: 0, last_attempt_at: now })
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .execute();
    const row = await trx
      .selectFrom('identity_attempts')
      .select(['attempts', 'last_attempt_at', 'blocked_until'])
      .where('subject', '=', subject)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.blocked_until && row.blocked_until > now) return row.blocked_until;
    const isForgotten = now.getTime() - row.last_attempt_at.getTime() > policy.forgetAfterSeconds * 1000;
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

/** Deletes attempts older than `before`. */
export async function forgetAttempts(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('identity_attempts').where('last_attempt_at', '<', before).execute();
}
