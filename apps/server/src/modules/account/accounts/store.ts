import { randomBytes } from 'node:crypto';
import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Expression, type NotNull, type Selectable, sql } from 'kysely';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Accounts } from '../../../platform/database/database-types.ts';
import { isCustomerId } from '../../../platform/ids.ts';
import { folded } from '../../../platform/mail-address.ts';
import { toLocale } from '../pages/index.ts';

export type IdentityType = 'consumer' | 'business';

/** Somebody who can sign in: the e-mail address is confirmed. */
export type Account = {
  /** Subject of all tokens, and the customer's id everywhere (UUIDv7). */
  id: CustomerId;
  email: string;
  name: string;
  identityType: IdentityType;
  /** How a business customer signs in, as in the claim; null for consumers. */
  b2bAuthenticationMethod: string | null;
  /** Id of the channel in which the customer registered. */
  channel: string;
  /** Language of mails. */
  locale: Locale;
  registeredAt: Date;
};
export type RegisteredAccount = Account & { passwordHash: string };
export type StoredAccount = RegisteredAccount & {
  passwordChangedAt: Date;
  /** Since when sign-in has been impossible, because the customer deletes the account; null for an open one. */
  closedAt: Date | null;
};

/** Inserts an account; false if the address, in any spelling, already has one. */
export async function insertAccount(db: Queryable, account: RegisteredAccount): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('accounts')
    .values({
      id: account.id,
      email: account.email,
      name: account.name,
      password_hash: account.passwordHash,
      identity_type: account.identityType,
      b2b_authentication_method: account.b2bAuthenticationMethod,
      channel: account.channel,
      locale: account.locale,
      created_at: account.registeredAt,
      password_changed_at: account.registeredAt,
    })
    .onConflict((conflict) => conflict.expression(folded(sql.ref('email'))).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The account with an e-mail address, in any spelling. */
export async function findAccountByEmail(db: Queryable, email: string): Promise<StoredAccount | null> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where(folded(sql.ref('email')), '=', folded(email))
    .executeTakeFirst();
  return row ? toAccount(row) : null;
}

/**
 * Finds an account for a sign-in, after waiting for a password that is just being set and counts from then on. Uses an advisory
 * lock, which exists for every address: a row lock would be written to disk, which takes longer than finding no account and so
 * would reveal it.
 */
export async function findAccountToSignIn(db: Database, email: string): Promise<StoredAccount | null> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock_shared(${signInsOf(email)})`.execute(trx);
    return findAccountByEmail(trx, email);
  });
}

const signInsOf = (email: string) => sql`hashtextextended('sign-ins ' || ${folded(email)}, 0)`;

export async function findAccount(db: Queryable, id: CustomerId): Promise<StoredAccount | null> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toAccount(row) : null;
}

/** The account of a subject as the provider names it. */
export const findAccountOfSubject = async (db: Queryable, subject: string | undefined) =>
  subject !== undefined && isCustomerId(subject) ? findAccount(db, subject) : null;

/** Locks an account whose password may be set: sign-ins with its address wait until this transaction ends. */
export async function lockAccount(trx: Queryable, id: CustomerId): Promise<StoredAccount | null> {
  const found = await findAccount(trx, id);
  if (!found) return null;
  await sql`select pg_advisory_xact_lock(${signInsOf(found.email)})`.execute(trx);
  return findAccount(trx, id);
}

/**
 * Sets the password of a locked account. Its time is a whole second after every sign-in that read the earlier password; see
 * timeOfSignIn.
 */
export async function updatePassword(
  db: Queryable,
  { id, passwordChangedAt: before }: Pick<StoredAccount, 'id' | 'passwordChangedAt'>,
  passwordHash: string,
  now: Date,
): Promise<void> {
  const password_changed_at = new Date(
    (Math.max(secondsOf(now), Math.ceil(before.getTime() / 1000)) + 1) * 1000,
  );
  await db
    .updateTable('accounts')
    .set({ password_hash: passwordHash, password_changed_at })
    .where('id', '=', id)
    .execute();
}

/** Changes the given personal settings of an account: the name and the language of mails. */
export async function updateProfile(
  trx: Queryable,
  id: CustomerId,
  { name, locale }: { name?: string; locale?: Locale },
): Promise<void> {
  if (name === undefined && locale === undefined) return;
  await trx.updateTable('accounts').set({ name, locale }).where('id', '=', id).execute();
}

/** Makes an account a business's or a consumer's, effective with the next token. False for an unknown account. */
export async function setIdentityType(
  trx: Queryable,
  id: CustomerId,
  identity: Pick<Account, 'identityType' | 'b2bAuthenticationMethod'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set({
      identity_type: identity.identityType,
      b2b_authentication_method: identity.b2bAuthenticationMethod,
    })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Sets the address of a locked account, with its password or a new one. Earlier sign-ins are refused, as after a new password.
 */
export async function updateEmail(
  db: Queryable,
  account: Pick<StoredAccount, 'id' | 'email' | 'passwordChangedAt'>,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<void> {
  await db.updateTable('accounts').set({ email: account.email }).where('id', '=', account.id).execute();
  await updatePassword(db, account, passwordHash, now);
}

/** Closes a locked account. Sign-ins that began earlier are refused, as after a new password. */
export async function markClosed(trx: Queryable, account: StoredAccount, now: Date): Promise<void> {
  await trx.updateTable('accounts').set({ closed_at: now }).where('id', '=', account.id).execute();
  await updatePassword(trx, account, account.passwordHash, now);
}

export async function markOpen(trx: Queryable, id: CustomerId): Promise<void> {
  await trx.updateTable('accounts').set({ closed_at: null }).where('id', '=', id).execute();
}

/** Deletes an account and, by their foreign keys, everything else that is kept of it. */
export async function deleteAccount(trx: Queryable, id: CustomerId): Promise<void> {
  await trx.deleteFrom('accounts').where('id', '=', id).execute();
}

/** Locks an account, so that what it may have only a number of is counted by one transaction after another. */
export async function lockForCounting(trx: Queryable, id: CustomerId): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute();
}

/**
 * Marks that devices of an account are known from now on; concurrent sign-ins to the account are serialised here.
 * @returns since when they were known before; null if this is the first one.
 */
export async function markDevicesKnown(trx: Queryable, id: CustomerId, now: Date): Promise<Date | null> {
  const { devices_known_since: since } = await trx
    .selectFrom('accounts')
    .select('devices_known_since')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (since === null)
    await trx.updateTable('accounts').set({ devices_known_since: now }).where('id', '=', id).execute();
  return since;
}

const HANDLE_BYTES = 32;

/** The user handle by which authenticators know an account, created on first use. */
export async function passkeyHandleOf(db: Queryable, id: CustomerId): Promise<Buffer> {
  const { passkey_handle } = await db
    .updateTable('accounts')
    .set((eb) => ({
      passkey_handle: eb.fn.coalesce('passkey_handle', sql.val(randomBytes(HANDLE_BYTES))),
    }))
    .where('id', '=', id)
    .returning('passkey_handle')
    .$narrowType<{ passkey_handle: NotNull }>()
    .executeTakeFirstOrThrow();
  return passkey_handle;
}

/** The address and the user handle of the account that a passkey belongs to; undefined if it is gone. */
export function findPasskeyOwner(db: Queryable, id: CustomerId) {
  return db
    .selectFrom('accounts')
    .select(['email', 'passkey_handle as handle'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A condition for queries about people: there is an account with that id. */
export const hasAccount = (id: Expression<string>) =>
  sql<boolean>`exists (select from accounts where accounts.id = ${id})`;

/** A condition for queries of what comes from sign-ins: not from one before the account's last change of password. */
export const isSignInValid = (accountId: Expression<string | null>, signedInAt: Expression<Date | null>) =>
  sql<boolean>`not exists (
    select from accounts where accounts.id = ${accountId} and accounts.password_changed_at > ${signedInAt})`;

/** The time of a sign-in with the present password, in seconds: sessions store it no more precisely. */
export function timeOfSignIn(
  { passwordChangedAt }: Pick<StoredAccount, 'passwordChangedAt'>,
  now: Date,
): number {
  return Math.max(secondsOf(now), Math.ceil(passwordChangedAt.getTime() / 1000));
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

function toAccount(row: Selectable<Accounts>): StoredAccount {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    passwordHash: row.password_hash,
    passwordChangedAt: row.password_changed_at,
    closedAt: row.closed_at,
    identityType: row.identity_type,
    b2bAuthenticationMethod: row.b2b_authentication_method,
    channel: row.channel,
    locale: toLocale(row.locale),
    registeredAt: row.created_at,
  };
}
