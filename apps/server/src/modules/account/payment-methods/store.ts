import type { PaymentMethod } from '@keepsake/contracts/account/payment-methods';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Selectable } from 'kysely';
import { lockCount, type Queryable } from '../../../platform/database/database.ts';
import type { PaymentMethods } from '../../../platform/database/database-types.ts';
import { newId } from '../../../platform/ids.ts';
import type { ProvidedMethod } from './provider.ts';

type MethodRow = Selectable<PaymentMethods>;

export const presentMethod = (row: MethodRow): PaymentMethod => ({
  id: row.id,
  kind: row.kind === 'mandate' ? 'mandate' : 'card',
  brand: row.brand,
  lastFour: row.last_four,
  expiresOn: row.expires_on,
  isDefault: row.is_default,
});

/** Makes other changes of a customer's payment methods wait until this transaction ends. */
export async function lockMethods(trx: Queryable, customerId: CustomerId): Promise<void> {
  await lockCount(trx, 'payment methods', customerId);
}

/** The default first, then the newest. */
export function readMethods(db: Queryable, customerId: CustomerId): Promise<MethodRow[]> {
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('user_id', '=', customerId)
    .orderBy('is_default', 'desc')
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Stores what a provider returned; the first one becomes the default. */
export async function insertMethod(
  trx: Queryable,
  customerId: CustomerId,
  { method, isFirst, now }: { method: ProvidedMethod; isFirst: boolean; now: Date },
): Promise<void> {
  const { token, kind, brand, lastFour, expiresOn } = method;
  const details = { token, kind, brand, last_four: lastFour, expires_on: expiresOn };
  await trx
    .insertInto('payment_methods')
    .values({ user_id: customerId, id: newId(), ...details, is_default: isFirst, added_at: now })
    .execute();
}

/** Makes one the default, replacing the previous one. */
export async function setDefault(trx: Queryable, customerId: CustomerId, methodId: string): Promise<void> {
  const ofCustomer = trx.updateTable('payment_methods').where('user_id', '=', customerId);
  await ofCustomer.set({ is_default: false }).where('is_default', '=', true).execute();
  await ofCustomer.set({ is_default: true }).where('id', '=', methodId).execute();
}

/** False if it no longer exists. */
export async function removeMethod(
  trx: Queryable,
  customerId: CustomerId,
  methodId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('payment_methods')
    .where('user_id', '=', customerId)
    .where('id', '=', methodId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Stores a started setup, replacing the customer's previous one. */
export async function putSetup(
  db: Queryable,
  customerId: CustomerId,
  setup: { id: string; reference: string; outcome: null },
): Promise<void> {
  await db
    .insertInto('payment_setups')
    .values({ user_id: customerId, ...setup })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(setup))
    .execute();
}

export function findSetup(db: Queryable, customerId: CustomerId, setupId: string) {
  return db
    .selectFrom('payment_setups')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('id', '=', setupId)
    .executeTakeFirst();
}

export async function setOutcome(trx: Queryable, customerId: CustomerId, outcome: string): Promise<void> {
  await trx.updateTable('payment_setups').set({ outcome }).where('user_id', '=', customerId).execute();
}
