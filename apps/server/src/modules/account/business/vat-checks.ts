import type { VatState } from '@keepsake/contracts/account/business';
import { isInVies } from '@keepsake/contracts/account/vat-ids';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Selectable } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { VatChecks } from '../../../platform/database/database-types.ts';
import { NOBODY, newId } from '../../../platform/ids.ts';
import { type Recently, wasRecent } from '../../../platform/recently.ts';

export type VatCheck = Selectable<VatChecks>;
export type CheckRef = Pick<VatCheck, 'user_id' | 'id'>;

/** The latest check of the VAT id that a customer gave; undefined if it was never checked or has changed since. */
export function findCheck(
  db: Queryable,
  customerId: CustomerId,
  vatId: string,
): Promise<VatCheck | undefined> {
  return db
    .selectFrom('vat_checks')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('vat_id', '=', vatId)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The state of a firm's VAT id; null without one. */
export async function readVatState(
  db: Queryable,
  firm: { user_id: CustomerId; vat_id: string | null; is_vat_exempt: boolean } | undefined,
): Promise<VatState | null> {
  if (!firm?.vat_id || firm.is_vat_exempt) return null;
  return (await findCheck(db, firm.user_id, firm.vat_id))?.state ?? 'unchecked';
}

/** Begins a check: pending, or unchecked if the register cannot be asked. */
export async function insertCheck(
  trx: Queryable,
  { customerId, vatId, now, canAsk }: { customerId: CustomerId; vatId: string; now: Date; canAsk: boolean },
): Promise<VatState> {
  const state: VatState = canAsk && isInVies(vatId) ? 'pending' : 'unchecked';
  const next = state === 'pending' ? now : null;
  const row = { user_id: customerId, id: newId(), vat_id: vatId, state, asked_at: now, next_at: next };
  await trx.insertInto('vat_checks').values(row).execute();
  return state;
}

/** The number of a customer's checks begun recently. */
export async function countChecks(
  db: Queryable,
  customerId: CustomerId,
  recently: Recently,
): Promise<number> {
  const { count } = await db
    .selectFrom('vat_checks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', customerId)
    .where(wasRecent('asked_at', recently))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Customers with a check that is due. */
export async function listDue(db: Queryable, now: Date, limit: number): Promise<CustomerId[]> {
  const rows = await db
    .selectFrom('vat_checks')
    .select('user_id')
    .where('state', '=', 'pending')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(limit)
    .execute();
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

/** Leases a due check until `until`; undefined if there is none. */
export function leaseDue(
  db: Queryable,
  customerId: CustomerId,
  { now, until }: { now: Date; until: Date },
): Promise<VatCheck | undefined> {
  return db
    .updateTable('vat_checks')
    .set((eb) => ({ next_at: until, tries: eb('tries', '+', 1) }))
    .where('user_id', '=', customerId)
    .where('state', '=', 'pending')
    .where('next_at', '<=', now)
    .returningAll()
    .executeTakeFirst();
}

/** Stores the outcome of a pending check; false if it is no longer pending. */
export async function updateCheck(
  trx: Queryable,
  { user_id, id }: CheckRef,
  outcome: Partial<Omit<VatCheck, 'user_id' | 'id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('vat_checks')
    .set(outcome)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export function readChecks(db: Queryable, customerId: CustomerId): Promise<VatCheck[]> {
  return db
    .selectFrom('vat_checks')
    .selectAll()
    .where('user_id', '=', customerId)
    .orderBy('asked_at')
    .execute();
}

/** Cancels pending checks, which are pointless once the firm has another VAT id. */
export async function dropPending(trx: Queryable, customerId: CustomerId): Promise<void> {
  await trx
    .deleteFrom('vat_checks')
    .where('user_id', '=', customerId)
    .where('state', '=', 'pending')
    .execute();
}

/** Keeps proof that a VAT id was valid, without the customer, and deletes everything else. */
export async function anonymiseChecks(trx: Queryable, customerId: CustomerId): Promise<void> {
  const proofs = (await readChecks(trx, customerId)).filter(({ state }) => state === 'valid');
  await trx.deleteFrom('vat_checks').where('user_id', '=', customerId).execute();
  for (const proof of proofs) {
    const stored = { ...proof, user_id: NOBODY, registered_name: null, registered_address: null };
    await trx
      .insertInto('vat_checks')
      .values(stored)
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
      .execute();
  }
}
