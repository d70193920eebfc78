import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Adapter, Payload } from 'oidc-provider';
import { InvalidGrant } from 'oidc-provider/lib/helpers/errors.js';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { SESSION_ENDED_CHANNEL } from './sessions.ts';

/**
 * A second use of a refresh token within this time counts as a lost answer or another tab and is only refused; later it
 * counts as theft, and oidc-provider ends everything from the same sign-in.
 */
const REUSE_GRACE_SECONDS = 30;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Deps = { db: Database; clock: Clock };

/** oidc-provider's storage in PostgreSQL. Session ids, codes and tokens are stored as hashes only. */
export function createOidcAdapter({ db, clock }: Deps): (model: string) => Adapter {
  return (model) => {
    const rows = () =>
      db.selectFrom('oidc_payloads').select(['payload', 'consumed_at']).where('model', '=', model);
    const find = async (id: string) => {
      const row = await rows()
        .where('id', '=', hash(id))
        .where('expires_at', '>', clock())
        .executeTakeFirst();
      if (!row || (model === 'RefreshToken' && isWithinGrace(row.consumed_at, clock()))) return undefined;
      return { ...(row.payload as Payload), jti: id, ...consumption(row.consumed_at) };
    };
    const findByUid = async (uid: string) => {
      const row = await rows().where('uid', '=', uid).where('expires_at', '>', clock()).executeTakeFirst();
      return row ? (row.payload as Payload) : undefined;
    };
    return {
      upsert: (id, payload, seconds) => upsert(db, model, hash(id), payload, inSeconds(clock(), seconds)),
      find,
      findByUid,
      findByUserCode: async () => undefined,
      consume: (id) => consume(db, model, hash(id), clock()),
      destroy: (id) => destroy(db, model, hash(id)),
      async revokeByGrantId(grantId) {
        await db
          .deleteFrom('oidc_payloads')
          .where('model', '=', model)
          .where('grant_id', '=', grantId)
          .execute();
      },
    };
  };
}

async function upsert(
  db: Database,
  model: string,
  id: Buffer,
  whole: Payload,
  expires_at: Date,
): Promise<void> {
  const { jti: _, ...payload } = whole;
  const { grantId: grant_id = null, uid = null, accountId } = payload;
  const account_id = accountId && UUID.test(accountId) ? accountId : null;
  const row = { payload: JSON.stringify(payload), grant_id, uid, account_id, expires_at };
  await db
    .insertInto('oidc_payloads')
    .values({ model, id, ...row })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
    .execute();
}

/** Of parallel requests with the same code or refresh token, one succeeds. */
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
  const row = await db
    .deleteFrom('oidc_payloads')
    .where('model', '=', model)
    .where('id', '=', id)
    .returning('uid')
    .executeTakeFirst();
  if (model === 'Session' && row?.uid)
    await sql`select pg_notify(${SESSION_ENDED_CHANNEL}, ${row.uid})`.execute(db);
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
