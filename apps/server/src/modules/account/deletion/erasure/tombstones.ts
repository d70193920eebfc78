import { createHmac } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../../platform/database/database.ts';
import type { IsErased } from '../../../../platform/personal-data.ts';
import type { Secrets } from '../../../../platform/secrets.ts';

export type Tombstones = {
  /** Leaves a tombstone for the erased account. Idempotent. */
  insert(trx: Queryable, customerId: CustomerId, now: Date): Promise<void>;
  has: IsErased;
};

/**
 * What remains of an erased account: an HMAC of its tokens' issuer and customer, keyed by a secret of the installation (ADR 39).
 */
export async function createTombstones(secrets: Secrets, issuer: string): Promise<Tombstones> {
  const secret = await secrets.read('erased-accounts');
  const hmacOf = (customerId: CustomerId) =>
    createHmac('sha256', secret).update(`${issuer}\n${customerId}`).digest();
  return {
    async insert(trx, customerId, now) {
      await trx
        .insertInto('erased_accounts')
        .values({ identity_hmac: hmacOf(customerId), erased_at: now })
        .onConflict((conflict) => conflict.column('identity_hmac').doNothing())
        .execute();
    },
    async has(db, customerId) {
      const found = await db
        .selectFrom('erased_accounts')
        .select('erased_at')
        .where('identity_hmac', '=', hmacOf(customerId))
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}
