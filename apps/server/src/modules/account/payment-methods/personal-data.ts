import type { CustomerId } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { PaymentProvider } from './provider.ts';
import { readMethods, removeMethod } from './store.ts';

export const TABLES: Tables = {
  payment_methods: { customer: 'user_id', erasedBy: 'module' },
  payment_setups: { customer: 'user_id' },
  demo_payment_sessions: { customer: 'user_id' },
};

const METHODS = tableFile({
  name: 'payment-methods',
  table: 'payment_methods',
  orderBy: ['added_at', 'id'],
  row: z.object({
    kind: z.enum(['card', 'mandate']),
    brand: z.string(),
    lastFour: z.string(),
    expiresOn: z.iso.date().nullable(),
    isDefault: z.boolean(),
    addedAt: z.iso.datetime(),
  }),
});

type Parts = { db: Database; provider: Pick<PaymentProvider, 'finish' | 'detach'> | null };

/**
 * Cards and mandates by their provider's tokens. The provider deletes them first, because nobody could remove an unknown token.
 */
export function paymentData({ db, provider }: Parts): DeclaredData {
  return {
    area: 'payment-methods',
    loses: { kind: 'paymentMethods', rowsOf: 'payment_methods' },
    async erase(customerId, { signal }) {
      for (const { id, token } of await readMethods(db, customerId)) {
        signal?.throwIfAborted();
        await provider?.detach(customerId, token);
        await removeMethod(db, customerId, id);
      }
      await detachUnfinished({ db, provider }, customerId);
      return null;
    },
    files: [METHODS],
  };
}

/** A method added on the provider's page exists even if the customer did not come back. */
async function detachUnfinished({ db, provider }: Parts, customerId: CustomerId): Promise<void> {
  const setup = await db
    .selectFrom('payment_setups')
    .select('reference')
    .where('user_id', '=', customerId)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  if (!setup || !provider) return;
  const result = await provider.finish(customerId, setup.reference);
  if (result.outcome === 'added') await provider.detach(customerId, result.method.token);
}
