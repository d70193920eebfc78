import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../../platform/clock.ts';
import { MINUTE_MS } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';

/** How long a challenge can be answered, by purpose. A sign-in page waits as long as its interaction. */
const LIFETIMES_MS = { 'sign-in': 60 * MINUTE_MS, enrol: 5 * MINUTE_MS };

type Purpose = {
  kind: keyof typeof LIFETIMES_MS;
  /** The interaction whose page shows it. */
  interaction: string;
};

export type Challenges = {
  /** A new challenge, as base64url. */
  issue(purpose: Purpose): string;
  /** Uses up a challenge; false if it is not ours, belongs to another page, is too old, or was answered before. */
  take(challenge: string, purpose: Purpose): Promise<boolean>;
};

type ChallengeDeps = { db: Database; clock: Clock; secret: string };

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;

/**
 * Challenges of passkey ceremonies: random, with an expiry and a MAC that binds them to their page. Unanswered pages therefore
 * store nothing, and a page open twice can be answered in either tab; only answers are recorded.
 */
export function createChallenges({ db, clock, secret }: ChallengeDeps): Challenges {
  const macOf = (body: Buffer, { kind, interaction }: Purpose) =>
    createHmac('sha256', secret).update(`${kind} ${interaction} `).update(body).digest();
  return {
    issue(purpose) {
      const time = Buffer.alloc(TIME_BYTES);
      time.writeUIntBE(clock().getTime() + LIFETIMES_MS[purpose.kind], 0, TIME_BYTES);
      const body = Buffer.concat([randomBytes(RANDOM_BYTES), time]);
      return Buffer.concat([body, macOf(body, purpose)]).toString('base64url');
    },
    async take(challenge, purpose) {
      const bytes = Buffer.from(challenge, 'base64url');
      const body = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
      const [mac, expected] = [bytes.subarray(body.length), macOf(body, purpose)];
      if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return false;
      const expires_at = new Date(body.readUIntBE(RANDOM_BYTES, TIME_BYTES));
      if (expires_at <= clock()) return false;
      const challenge_hash = createHash('sha256').update(bytes).digest();
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('used_challenges')
        .values({ challenge_hash, expires_at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
  };
}
