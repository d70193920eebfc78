import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Adapter, Payload } from 'oidc-provider';
import { InvalidGrant, InvalidRequest } from 'oidc-provider/lib/helpers/errors.js';
import * as z from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isCustomerId, isId } from '../../../platform/ids.ts';
import { parseStoredColumn } from '../../../platform/stored-json.ts';
import { endSessions } from './session-store.ts';
import { SESSION_ENDED_CHANNEL, validPayloads } from './sessions.ts';

/**
 * Reuse of a refresh token within this time counts as a lost answer or another tab and is only refused; later it counts as theft,
 * and oidc-provider revokes everything from the same sign-in.
 */
const REUSE_GRACE_SECONDS = 30;

/** What the provider keeps for itself passes through; what is read here is checked. */
const storedPayload = z.looseObject({
  grantId: z.string().exactOptional(),
  uid: z.string().exactOptional(),
  accountId: z.string().exactOptional(),
  loginTs: z.number().exactOptional(),
  authTime: z.number().exactOptional(),
});

type AdapterDeps = { db: Database; clock: Clock };

/** oidc-provider's storage in PostgreSQL. Session ids, codes and tokens are stored only as hashes. */
export function createOidcAdapter({ db, clock }: AdapterDeps): (model: string) => Adapter {
  return (model) => {
    const rows = () => validPayloads(db, model, clock()).select(['stored.payload', 'stored.consumed_at']);
    const payloadOf = ({ payload }: { payload: unknown }): Payload =>
      parseStoredColumn(storedPayload, payload, `a payload of the provider’s ${model}`);
    const isGone = (consumedAt: Date | null) =>
      (model === 'Session' && consumedAt !== null) ||
      (model === 'RefreshToken' && isWithinGrace(consumedAt, clock()));
    const find = async (id: string) => {
      const row = await rows().where('stored.id', '=', hash(id)).executeTakeFirst();
      if (!row || isGone(row.consumed_at)) return undefined;
      return { ...payloadOf(row), jti: id, ...consumption(row.consumed_at) };
    };
    const findByUid = async (uid: string) => {
      const row = await rows()
        .where('stored.uid', '=', uid)
        .where('stored.consumed_at', 'is', null)
        .executeTakeFirst();
      return row && payloadOf(row);
    };
    return {
      upsert: (id, payload, seconds) => upsert(db, model, hash(id), payload, inSeconds(clock(), seconds)),
      find,
      findByUid,
      findByUserCode: async () => undefined,
      consume: (id) => consume(db, model, hash(id), clock()),
      destroy: (id) =>
        model === 'Session' ? endSession(db, hash(id), clock()) : destroy(db, model, hash(id)),
      revokeByGrantId: (grantId) => revoke(db, model, grantId, clock()),
    };
  };
}

/** A request that read the session before a sign-out form was opened saves it without what the form needs. */
const WITH_OPEN_FORM = sql<string>`case when oidc_payloads.payload ? 'state'
  then jsonb_build_object('state', oidc_payloads.payload -> 'state') else '{}' end || excluded.payload`;

/** What is ended, consumed or signed in stays so, even if a request that began earlier saves it again. */
async function upsert(
  db: Database,
  model: string,
  id: Buffer,
  whole: Payload,
  expires_at: Date,
): Promise<void> {
  const { jti: _, ...payload } = whole;
  const { grantId: grant_id = null, uid = null } = payload;
  const text = JSON.stringify(payload);
  // The provider reads its own forms, so NUL in them is met here first.
  if (text.includes('\\u0000')) throw new InvalidRequest('a parameter contains NUL');
  const row = { payload: text, grant_id, uid, ...signInOf(payload), expires_at };
  await db
    .insertInto('oidc_payloads')
    .values({ model, id, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['model', 'id'])
        .doUpdateSet({ ...row, payload: WITH_OPEN_FORM })
        .where('oidc_payloads.consumed_at', 'is', null)
        .where(
          sql<boolean>`(oidc_payloads.payload ->> 'result' is null or excluded.payload ->> 'result' is not null)`,
        ),
    )
    .execute();
}

/** The account and time of the sign-in behind a payload. An interaction has it in its result, or from an earlier session. */
function signInOf({ accountId, loginTs, authTime, result, session }: Payload) {
  const account = accountId ?? result?.login?.accountId ?? session?.accountId;
  const seconds = loginTs ?? authTime ?? result?.login?.ts;
  return {
    account_id: account && isId(account) ? account : null,
    signed_in_at: seconds === undefined ? null : new Date(seconds * 1000),
  };
}

/** Of parallel requests with the same code or refresh token, only one succeeds. */
async function consume(db: Database, model: string, id: Buffer, consumed_at: Date): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('oidc_payloads')
    .set({ consumed_at })
    .where('model', '=', model)
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new InvalidGrant('already used');
}

async function destroy(db: Database, model: string, id: Buffer): Promise<void> {
  await db.deleteFrom('oidc_payloads').where('model', '=', model).where('id', '=', id).execute();
}

/** Keeps an empty row until the session would have expired. */
async function endSession(db: Database, id: Buffer, consumed_at: Date): Promise<void> {
  const row = await db
    .updateTable('oidc_payloads')
    .set({ consumed_at, payload: '{}' })
    .where('model', '=', 'Session')
    .where('id', '=', id)
    .returning('uid')
    .executeTakeFirst();
  if (row?.uid) await sql`select pg_notify(${SESSION_ENDED_CHANNEL}, ${row.uid})`.execute(db);
}

/**
 * Deletes what a grant was used for, and ends its session: somebody has a copy of a code or refresh token, and access tokens, which
 * are stored nowhere, are valid as long as their session.
 */
async function revoke(db: Database, model: string, grantId: string, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const issued = await trx
      .selectFrom('oidc_payloads')
      .where('model', '=', model)
      .where('grant_id', '=', grantId)
      .select(['account_id', sql<string | null>`payload ->> 'sessionUid'`.as('session_uid')])
      .execute();
    // Before anything else is locked. All models are revoked at once, and each ends the same sessions.
    for (const { account_id: accountId, session_uid: sessionUid } of issued)
      if (accountId && isCustomerId(accountId) && sessionUid)
        await endSessions(trx, { accountId, now }, [sessionUid]);
    await trx
      .deleteFrom('oidc_payloads')
      .where('model', '=', model)
      .where('grant_id', '=', grantId)
      .execute();
  });
}

function consumption(consumedAt: Date | null) {
  return consumedAt ? { consumed: Math.floor(consumedAt.getTime() / 1000) } : {};
}

function isWithinGrace(consumedAt: Date | null, now: Date): boolean {
  return consumedAt !== null && now.getTime() - consumedAt.getTime() < REUSE_GRACE_SECONDS * 1000;
}

function hash(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}

function inSeconds(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
