import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { BusinessAccounts } from '../../../platform/database/database-types.ts';

/** 'validated' is not a status on the wire. */
export type Status = 'default' | 'new' | 'validated' | 'blocked';
export type BusinessRow = Selectable<BusinessAccounts>;
export type Change = Partial<Omit<BusinessRow, 'user_id' | 'contacts'>> & { contacts?: readonly object[] };

/** What a business customer has entered about the firm; undefined if nothing, and for consumers. */
export function findBusiness(db: Queryable, customerId: CustomerId): Promise<BusinessRow | undefined> {
  return db.selectFrom('business_accounts').selectAll().where('user_id', '=', customerId).executeTakeFirst();
}

/** Adds firms; existing ones stay unchanged. */
export async function insertFirms(
  db: Queryable,
  firms: readonly Insertable<BusinessAccounts>[],
): Promise<void> {
  await db
    .insertInto('business_accounts')
    .values(firms)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** The row of a firm, created if missing and locked until this transaction ends. */
export async function lockBusiness(trx: Queryable, customerId: CustomerId, now: Date): Promise<BusinessRow> {
  await trx
    .insertInto('business_accounts')
    .values({ user_id: customerId, changed_at: now, version: 1 })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  return trx
    .selectFrom('business_accounts')
    .selectAll()
    .where('user_id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Locks the row of a firm if there is one. */
export function lockExisting(trx: Queryable, customerId: CustomerId): Promise<BusinessRow | undefined> {
  return trx
    .selectFrom('business_accounts')
    .selectAll()
    .where('user_id', '=', customerId)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores the given values; undefined ones stay unchanged. */
export async function updateBusiness(
  trx: Queryable,
  customerId: CustomerId,
  { contacts, ...change }: Change,
): Promise<BusinessRow> {
  return trx
    .updateTable('business_accounts')
    .set({ ...change, ...(contacts && { contacts: JSON.stringify(contacts) }) })
    .where('user_id', '=', customerId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteBusiness(db: Queryable, customerId: CustomerId): Promise<void> {
  await db.deleteFrom('business_accounts').where('user_id', '=', customerId).execute();
}

/** Accounts with a status, longest waiting first. */
export function listBusinesses(db: Queryable, status: Status, limit: number) {
  return db
    .selectFrom('business_accounts')
    .selectAll()
    .where('status', '=', status)
    .orderBy(sql`waiting_since nulls last`)
    .orderBy('user_id')
    .limit(limit)
    .execute();
}

/** The number of other accounts with the same VAT id. */
export async function countOthersWith(db: Queryable, customerId: CustomerId, vatId: string): Promise<number> {
  const { count } = await db
    .selectFrom('business_accounts')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('vat_id', '=', vatId)
    .where('user_id', '<>', customerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether the customer's firm was validated with this VAT id. */
export async function isVatIdProven(db: Queryable, customerId: CustomerId, vatId: string): Promise<boolean> {
  const row = await db
    .selectFrom('business_accounts')
    .select('user_id')
    .where('user_id', '=', customerId)
    .where('vat_id', '=', vatId)
    .where('status', '=', 'validated')
    .executeTakeFirst();
  return row !== undefined;
}

/** The firm of a business customer as named on invoices; null for details not given. */
export async function findBuyer(
  db: Queryable,
  customerId: CustomerId,
): Promise<{ company: string | null; vatId: string | null }> {
  const row = await findBusiness(db, customerId);
  return { company: row?.company ?? null, vatId: row?.vat_id ?? null };
}
