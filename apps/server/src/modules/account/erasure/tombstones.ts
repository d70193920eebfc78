import { createHmac } from 'node:crypto';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets.ts';

export type Tombstones = {
  /** Leaves a tombstone for the erased account. Idempotent. */
  insert(trx: Queryable, userId: string, now: Date): Promise<void>;
  has(db: Queryable, userId: string): Promise<boolean>;
};

/**
 * What remains of an erased account: an HMAC of its tokens' issuer and customer, keyed by a secret of the installation (ADR 39).
 */
export async function createTombstones(secrets: Secrets, issuer: string): Promise<Tombstones> {
  const secret = await secrets.read('erased-accounts');
  const hmacOf = (userId: string) => createHmac('sha256', secret).update(`${issuer}\n${userId}`).digest();
  return {
    async insert(trx, userId, now) {
      await trx
        .insertInto('erased_accounts')
        .values({ identity_hmac: hmacOf(userId), erased_at: now })
        .onConflict((conflict) => conflict.column('identity_hmac').doNothing())
        .execute();
    },
    async has(db, userId) {
      const found = await db
        .selectFrom('erased_accounts')
        .select('erased_at')
        .where('identity_hmac', '=', hmacOf(userId))
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}
