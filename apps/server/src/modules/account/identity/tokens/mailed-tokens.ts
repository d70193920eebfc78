import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';

type TokenPurpose = 'confirm-email' | 'reset-password';

/** How long a link works, in seconds. */
const LIFETIME: Record<TokenPurpose, number> = { 'confirm-email': 86_400, 'reset-password': 3_600 };

type NewToken = { purpose: TokenPurpose; email: string; accountId: string | null; payload: object };
type TokenState = { accountId: string | null; email: string; payload: unknown; isUsed: boolean };

/** 256 random bits for a link in a mail; only an HMAC of it is kept. */
export async function issueToken(
  trx: Queryable,
  pepper: string,
  asked: NewToken,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { purpose, email, accountId, payload } = asked;
  const expires_at = new Date(now.getTime() + LIFETIME[purpose] * 1000);
  const row = {
    purpose,
    email,
    account_id: accountId,
    payload: JSON.stringify(payload),
    created_at: now,
    expires_at,
  };
  await trx
    .insertInto('identity_tokens')
    .values({ token_hmac: hmac(pepper, token), ...row })
    .execute();
  return token;
}

/** Looks at a token without spending it; null when it is unknown or its time is over. */
export async function findToken(
  db: Queryable,
  pepper: string,
  purpose: TokenPurpose,
  token: string,
  now: Date,
) {
  const row = await db
    .selectFrom('identity_tokens')
    .select(['account_id', 'email', 'payload', 'used_at'])
    .where('token_hmac', '=', hmac(pepper, token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return null;
  const { account_id, email, payload, used_at } = row;
  return { accountId: account_id, email, payload, isUsed: used_at !== null } satisfies TokenState;
}

/** Spends a token: of all who try, one gets true. */
export async function spendToken(
  trx: Queryable,
  pepper: string,
  purpose: TokenPurpose,
  token: string,
  now: Date,
) {
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

/** Links sent earlier stop working, once what they are for has happened. */
export async function voidTokens(trx: Queryable, purpose: TokenPurpose, email: string): Promise<void> {
  await trx
    .deleteFrom('identity_tokens')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

/** Payload of the newest token of that purpose that waits for this address. */
export async function findWaiting(
  db: Queryable,
  purpose: TokenPurpose,
  email: string,
  now: Date,
): Promise<unknown> {
  const row = await db
    .selectFrom('identity_tokens')
    .select('payload')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.payload ?? null;
}

function hmac(pepper: string, token: string): Buffer {
  return createHmac('sha256', pepper).update(token).digest();
}
