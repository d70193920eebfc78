import { createHmac } from 'node:crypto';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { blockSeconds, type ThrottlePolicy } from './throttle-rules.ts';

type Deps = { db: Database; clock: Clock; pepper: string };

export type Throttle = {
  /** Counts an attempt before it is made, so that parallel ones count too. Until when to wait, or null to go on. */
  attempt(policy: ThrottlePolicy, subject: string): Promise<Date | null>;
  /** Takes one attempt back: it was a good one. */
  giveBack(policy: ThrottlePolicy, subject: string): Promise<void>;
  forget(policy: ThrottlePolicy, subject: string): Promise<void>;
};

/** Attempts of all nodes, counted in the database; subjects are kept as HMAC only. */
export function createThrottle({ db, clock, pepper }: Deps): Throttle {
  const keyOf = (policy: ThrottlePolicy, subject: string) =>
    createHmac('sha256', pepper).update(`${policy.name}:${subject.toLowerCase()}`).digest();
  return {
    attempt: (policy, subject) => countAttempt(db, policy, keyOf(policy, subject), clock()),
    async giveBack(policy, subject) {
      await db
        .updateTable('identity_attempts')
        .set((row) => ({ attempts: row('attempts', '-', 1), blocked_until: null }))
        .where('subject', '=', keyOf(policy, subject))
        .where('attempts', '>', 0)
        .execute();
    },
    async forget(policy, subject) {
      await db.deleteFrom('identity_attempts').where('subject', '=', keyOf(policy, subject)).execute();
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
