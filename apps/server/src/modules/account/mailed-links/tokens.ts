import { createHmac } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { folded } from '../../../platform/mail-address.ts';
import { newKeyText } from '../../../platform/secret-keys.ts';
import { fromStoredNames, toStoredNames } from '../../../platform/stored-names.ts';

type NewToken = {
  purpose: string;
  lifetimeSeconds: number;
  email: string;
  accountId: CustomerId | null;
  payload: object;
};
type StoredToken = {
  accountId: CustomerId | null;
  email: string;
  payload: unknown;
  sentForm: unknown;
  isUsed: boolean;
};
/** A token from a link, and what is needed to look it up. */
export type TokenRef = { pepper: string; purpose: string; token: string };

/** Creates a token of 256 random bits for a link in a mail; only an HMAC of it is stored. */
export async function issueToken(
  trx: Queryable,
  pepper: string,
  requested: NewToken,
  now: Date,
): Promise<string> {
  const token = newKeyText();
  const { purpose, lifetimeSeconds, email, accountId, payload } = requested;
  await trx
    .insertInto('identity_tokens')
    .values({
      token_hmac: hmac(pepper, token),
      purpose,
      email,
      account_id: accountId,
      payload: JSON.stringify(toStoredNames(payload)),
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeSeconds * 1000),
    })
    .execute();
  return token;
}

/** Reads a token without using it; null if it is unknown or has expired. */
export async function findToken(
  db: Queryable,
  { pepper, purpose, token }: TokenRef,
  now: Date,
): Promise<StoredToken | null> {
  const row = await db
    .selectFrom('identity_tokens')
    .select(['account_id', 'email', 'payload', 'sent_form', 'used_at'])
    .where('token_hmac', '=', hmac(pepper, token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return null;
  const { account_id, email, payload, sent_form, used_at } = row;
  return {
    accountId: account_id,
    email,
    payload: fromStoredNames(payload),
    sentForm: sent_form,
    isUsed: used_at !== null,
  };
}

/** Stores what was submitted on the page of an unused token. */
export async function keepForm(
  db: Queryable,
  { pepper, purpose, token }: TokenRef,
  sent: object,
): Promise<void> {
  await db
    .updateTable('identity_tokens')
    .set({ sent_form: JSON.stringify(sent) })
    .where('token_hmac', '=', hmac(pepper, token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

/** Uses up a token: true for exactly one caller. */
export async function useToken(
  trx: Queryable,
  { pepper, purpose, token }: TokenRef,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('identity_tokens')
    .set({ used_at: now })
    .where('token_hmac', '=', hmac(pepper, token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Deletes the unused tokens of an address, once their purpose is fulfilled. */
export async function voidTokens(trx: Queryable, purpose: string, email: string): Promise<void> {
  await trx
    .deleteFrom('identity_tokens')
    .where(folded(sql.ref('email')), '=', folded(email))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

function hmac(pepper: string, token: string): Buffer {
  return createHmac('sha256', pepper).update(token).digest();
}
