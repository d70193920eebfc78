import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import type { EndedScope, Principal } from '../../../platform/auth.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { findStoredJson } from '../../../platform/stored-json.ts';

/** NOTIFY channel; the payload is what ended, as JSON. */
export const PROVIDER_LOGOUT_CHANNEL = 'keepsake_provider_logout';

/** Longer than the lifetime of refresh tokens, which could bring an ended session back. */
const ENDED_SESSION_DAYS = 90;

const ended = z.union([
  z.strictObject({ sessionId: z.string() }),
  z.strictObject({ subjectId: z.string() }),
  z.strictObject({ unnamedOf: z.string() }),
  z.strictObject({ tokenDigest: z.string() }),
]);

/** What ended according to a notification; null for an unknown payload. */
export const readEnded = (payload: string): EndedScope | null => findStoredJson(ended, payload);

/** Records that something ended, and notifies all nodes. `at` is the provider's time. */
export async function endAtProvider(trx: Queryable, what: EndedScope, at: Date): Promise<void> {
  const expires_at = new Date(at.getTime() + ENDED_SESSION_DAYS * DAY_MS);
  await trx
    .insertInto('ended_sessions')
    .values({ ...keyOf(what), ended_at: at, expires_at })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'key']).doUpdateSet({
        ended_at: sql`greatest(ended_sessions.ended_at, excluded.ended_at)`,
        expires_at: sql`greatest(ended_sessions.expires_at, excluded.expires_at)`,
      }),
    )
    .execute();
  await sql`select pg_notify(${PROVIDER_LOGOUT_CHANNEL}, ${JSON.stringify(what)})`.execute(trx);
}

type Caller = Pick<Principal, 'sessionId' | 'subjectId' | 'tokenDigest' | 'signedInAt' | 'issuedAt'>;

/**
 * Whether what a token was issued for has ended: its session, or everything of its subject since the customer signed in. If a
 * token does not say when that was, its time of issue counts; likewise for one that names no session, which a renewal replaces if
 * its session continues.
 */
export async function isEndedAtProvider(db: Database, caller: Caller): Promise<boolean> {
  const { sessionId, subjectId, tokenDigest, signedInAt, issuedAt } = caller;
  const timeOf = (seconds: number | null) => new Date((seconds ?? 0) * 1000);
  const named = sessionId === null ? { unnamedOf: subjectId } : { sessionId };
  const found = await db
    .selectFrom('ended_sessions')
    .select('kind')
    .where(({ or, and, eb }) =>
      or([
        and(keyOf({ tokenDigest })),
        and([and(keyOf(named)), sessionId === null ? eb('ended_at', '>=', timeOf(issuedAt)) : eb.lit(true)]),
        and([and(keyOf({ subjectId })), eb('ended_at', '>=', timeOf(signedInAt ?? issuedAt))]),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a session has ended, regardless of who asks. */
export async function isSessionEnded(db: Database, sessionId: string): Promise<boolean> {
  const { kind, key } = keyOf({ sessionId });
  const found = await db
    .selectFrom('ended_sessions')
    .select('kind')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return found !== undefined;
}

/** A provider's ids may be in any format, so only their hashes are stored, which reveal nothing. */
function keyOf(what: EndedScope): { kind: string; key: Buffer } {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  if ('sessionId' in what) return { kind: 'session', key: hash(what.sessionId) };
  if ('unnamedOf' in what) return { kind: 'unnamed', key: hash(what.unnamedOf) };
  if ('subjectId' in what) return { kind: 'subject', key: hash(what.subjectId) };
  return { kind: 'token', key: hash(what.tokenDigest) };
}

/** Records the use of a logout token; false if it was used before. */
export async function useLogoutToken(trx: Queryable, jti: string, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('logout_tokens')
    .values({ id: createHash('sha256').update(jti).digest(), expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
