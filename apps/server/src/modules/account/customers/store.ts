import type { PersonalDetails } from '@keepsake/contracts/account/personal-details';
import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Customers } from '../../../platform/database/database-types.ts';
import { folded } from '../../../platform/mail-address.ts';
import { Problem } from '../../../platform/problem.ts';

export type NewCustomer = {
  customerId: CustomerId;
  email: string;
  name: string;
  channel: string;
  /** The language of mails; null for the channel's. */
  locale: Locale | null;
  identityType: string;
  b2bAuthenticationMethod: string | null;
  registeredAt: Date;
  /** When the token that says so was issued. */
  claimsAt?: Date | null;
  /** Known by address alone: the first subject with that address is linked to this customer. */
  isUnlinked?: boolean;
};

export type CustomerRow = Selectable<Customers>;

/** The customer's row, even if the account is closed (`deleted_at`); undefined for unknown ids. */
export function findCustomer(db: Queryable, customerId: CustomerId) {
  return db.selectFrom('customers').selectAll().where('user_id', '=', customerId).executeTakeFirst();
}

/** SQL telling whether a customer is a business, for use in a larger statement. */
export const isBusinessSql = (customerId: CustomerId): RawBuilder<boolean> =>
  sql`exists (select from customers where user_id = ${customerId}::uuid and b2b_authentication_method is not null)`;

/** The same with an open account. */
export const isOpenBusinessSql = (customerId: CustomerId): RawBuilder<boolean> =>
  sql`exists (select from customers where user_id = ${customerId}::uuid and deleted_at is null
    and b2b_authentication_method is not null)`;

/** The customer's row. Throws `not-found` unless the customer exists and the account is open. */
export async function requireOpenCustomer(db: Queryable, customerId: CustomerId): Promise<CustomerRow> {
  const customer = await findCustomer(db, customerId);
  if (!customer || customer.deleted_at) throw new Problem('not-found');
  return customer;
}

/** Whether a customer's account is closed but can still be kept. */
export async function isClosed(db: Queryable, customerId: CustomerId): Promise<boolean> {
  return (await findClosed(db, [customerId])).size > 0;
}

/** Those of the customers whose account is closed but can still be kept. */
export async function findClosed(
  db: Queryable,
  customerIds: readonly CustomerId[],
): Promise<Set<CustomerId>> {
  if (customerIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('customers')
    .select('user_id')
    .where('user_id', 'in', [...customerIds])
    .where('deleted_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Opens the storage account of a new customer, in the same transaction. */
export type BeginStorage = (trx: Queryable, customer: NewCustomer) => Promise<void>;

/**
 * Adds a customer in a transaction, with a storage account; of an existing one the name, address and language follow and nothing
 * else.
 */
export async function saveCustomer(
  { beginStorage }: { beginStorage: BeginStorage },
  trx: Queryable,
  customer: NewCustomer,
): Promise<void> {
  await trx
    .insertInto('customers')
    .values({
      user_id: customer.customerId,
      email: customer.email,
      name: customer.name,
      channel: customer.channel,
      mail_locale: customer.locale,
      identity_type: customer.identityType,
      b2b_authentication_method: customer.b2bAuthenticationMethod,
      registered_at: customer.registeredAt,
      claims_at: customer.claimsAt ?? null,
      awaits_subject: customer.isUnlinked ?? false,
    })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ email: customer.email, name: customer.name, mail_locale: customer.locale }),
    )
    .execute();
  await beginStorage(trx, customer);
}

/** Whether the customer is a business follows from the token. */
export async function followIdentity(
  db: Queryable,
  customerId: CustomerId,
  { identityType, b2bAuthenticationMethod }: Pick<NewCustomer, 'identityType' | 'b2bAuthenticationMethod'>,
): Promise<void> {
  await db
    .updateTable('customers')
    .set({ identity_type: identityType, b2b_authentication_method: b2bAuthenticationMethod })
    .where('user_id', '=', customerId)
    .execute();
}

/** Stores the given details; undefined ones stay unchanged. */
export async function updateDetails(
  trx: Queryable,
  customerId: CustomerId,
  { name, birthday, phoneNumber, mailLocale, now }: PersonalDetails & { now: Date },
): Promise<void> {
  const details = { name, birthday, phone_number: phoneNumber, mail_locale: mailLocale };
  if (Object.values(details).every((value) => value === undefined)) return;
  await trx
    .updateTable('customers')
    .set({ ...details, named_at: name === undefined ? undefined : now })
    .where('user_id', '=', customerId)
    .execute();
}

export async function deleteCustomer(trx: Queryable, customerId: CustomerId): Promise<void> {
  await trx.deleteFrom('customer_subjects').where('customer_id', '=', customerId).execute();
  await trx.deleteFrom('customers').where('user_id', '=', customerId).execute();
}

export async function setRegisteredAt(
  trx: Queryable,
  customerId: CustomerId,
  registeredAt: Date,
): Promise<void> {
  await trx
    .updateTable('customers')
    .set({ registered_at: registeredAt })
    .where('user_id', '=', customerId)
    .execute();
}

/** Records when the account was closed; null reopens it. */
export async function setDeletedAt(
  trx: Queryable,
  customerId: CustomerId,
  deletedAt: Date | null,
): Promise<void> {
  await trx
    .updateTable('customers')
    .set({ deleted_at: deletedAt })
    .where('user_id', '=', customerId)
    .execute();
}

/** The customer's address, unless somebody has registered with it since: then what mentions it is theirs. */
export async function findOwnEmail(db: Queryable, customerId: CustomerId): Promise<string | null> {
  const found = await db
    .selectFrom('customers')
    .select('email')
    .where('user_id', '=', customerId)
    .executeTakeFirst();
  if (!found) return null;
  const other = await db
    .selectFrom('customers')
    .select('user_id')
    .where((eb) => eb(folded(eb.ref('email')), '=', folded(found.email)))
    .where('user_id', '<>', customerId)
    .executeTakeFirst();
  return other ? null : found.email;
}

/** Whether this is a customer's address. */
export async function hasAddress(db: Queryable, customerId: CustomerId, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('customers')
    .select('user_id')
    .where('user_id', '=', customerId)
    .where(folded(sql.ref('email')), '=', folded(email))
    .executeTakeFirst();
  return row !== undefined;
}

/** E-mail addresses by customer, without unknown and deleted customers. */
export async function findEmails(
  db: Queryable,
  customerIds: readonly CustomerId[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('customers')
    .select(['user_id', 'email'])
    .where('user_id', 'in', [...customerIds])
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.email]));
}

/** Customers by the given e-mail addresses, excluding deleted ones by default; an address may have several. */
export async function findByEmail(
  db: Queryable,
  emails: readonly string[],
  { withClosed = false } = {},
): Promise<Map<string, CustomerId[]>> {
  const isRequested = sql`${folded(sql.ref('customers.email'))} = ${folded(sql.ref('requested.email'))}`;
  const { rows } = await sql<{ email: string; user_id: CustomerId }>`select requested.email, customers.user_id
    from unnest(${emails}::text[]) as requested (email) join customers on ${isRequested}
    where ${withClosed} or customers.deleted_at is null`.execute(db);
  const found = Map.groupBy(rows, ({ email }) => email);
  return new Map([...found].map(([email, customers]) => [email, customers.map(({ user_id }) => user_id)]));
}
