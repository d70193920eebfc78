import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { deviceOf } from '../../../platform/http/device.ts';
import { tokenCookie } from '../../../platform/http/token-cookie.ts';
import { newId } from '../../../platform/ids.ts';
import { wasRecent } from '../../../platform/recently.ts';
import { newKeyText } from '../../../platform/secret-keys.ts';
import { FIRST_STEP_MS } from '../credentials/index.ts';
import { findOperator, type Operator } from './store.ts';

/** A session ends after its maximum lifetime, however it is used, or after being idle this long. */
export const LONGEST_MS = 8 * HOUR_MS;
const IDLE_MS = 30 * MINUTE_MS;

const cookieOf = (publicUrl: string) => tokenCookie(publicUrl, 'keepsake_operator');

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export type OperatorSession = {
  id: string;
  operator: Operator;
  /** Whether both steps of the sign-in are complete; otherwise nothing else opens. */
  isComplete: boolean;
  /** The second factor being set up, wrapped. */
  newFactorSecret: string | null;
};

type Started = { operatorId: string; isComplete: boolean; now: Date };
type Visit = { publicUrl: string; request: FastifyRequest; reply: FastifyReply };

/** Starts a session in this browser, replacing its previous one: each step of a sign-in gets a new token. */
export async function startSession(
  trx: Queryable,
  { publicUrl, request, reply }: Visit,
  { operatorId, isComplete, now }: Started,
): Promise<void> {
  const earlier = cookieOf(publicUrl).read(request);
  if (earlier) await trx.deleteFrom('operator_sessions').where('token_hash', '=', hashOf(earlier)).execute();
  const token = newKeyText();
  await trx
    .insertInto('operator_sessions')
    .values({
      id: newId(),
      operator_id: operatorId,
      token_hash: hashOf(token),
      is_complete: isComplete,
      ...deviceOf(request),
      started_at: now,
      last_used_at: now,
    })
    .execute();
  cookieOf(publicUrl).keep(reply, token, LONGEST_MS / 1_000);
}

/** The rows of sessions that have not ended. */
const lasting = (db: Queryable, now: Date) =>
  db
    .selectFrom('operator_sessions')
    .where(wasRecent('last_used_at', { now, ms: IDLE_MS }))
    .where((eb) =>
      eb.or([
        eb.and([eb('is_complete', '=', true), wasRecent('started_at', { now, ms: LONGEST_MS })]),
        wasRecent('started_at', { now, ms: FIRST_STEP_MS }),
      ]),
    );

/** The session of this browser, whose last use this updates; null if there is none or it has ended. */
export async function findSession(
  db: Queryable,
  { publicUrl, request }: Omit<Visit, 'reply'>,
  now: Date,
): Promise<OperatorSession | null> {
  const token = cookieOf(publicUrl).read(request);
  if (!token) return null;
  const row = await lasting(db, now).selectAll().where('token_hash', '=', hashOf(token)).executeTakeFirst();
  const operator = row && (await findOperator(db, row.operator_id));
  if (!operator) return null;
  await db.updateTable('operator_sessions').set({ last_used_at: now }).where('id', '=', row.id).execute();
  const { id, is_complete: isComplete, new_factor_secret: newFactorSecret } = row;
  return { id, operator, isComplete, newFactorSecret };
}

/** Where an operator is signed in, most recently used first. */
export function listSessions(db: Queryable, operatorId: string, now: Date) {
  return lasting(db, now)
    .select(['id', 'browser', 'system', 'device', 'started_at', 'last_used_at'])
    .where('operator_id', '=', operatorId)
    .where('is_complete', '=', true)
    .orderBy('last_used_at', 'desc')
    .execute();
}

/** Keeps the secret being set up, so that two tabs of one browser show the same. */
export async function keepNewFactor(db: Queryable, sessionId: string, secret: string): Promise<string> {
  await db
    .updateTable('operator_sessions')
    .set({ new_factor_secret: secret })
    .where('id', '=', sessionId)
    .where('new_factor_secret', 'is', null)
    .execute();
  const row = await db
    .selectFrom('operator_sessions')
    .select('new_factor_secret')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row?.new_factor_secret ?? secret;
}

/** Ends sessions of an operator: one, all but one, or all; returns how many. */
export async function endSessions(
  db: Queryable,
  operatorId: string,
  { id, but }: { id?: string; but?: string } = {},
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('operator_sessions')
    .where('operator_id', '=', operatorId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(but !== undefined, (query) => query.where('id', '<>', but ?? ''))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Makes the browser forget its token. */
export const dropCookie = (reply: FastifyReply, publicUrl: string): void => cookieOf(publicUrl).drop(reply);
