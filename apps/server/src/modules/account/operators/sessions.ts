import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { deviceOf } from '../../../platform/http/device.ts';
import { newId } from '../../../platform/ids.ts';
import { wasRecent } from '../../../platform/recently.ts';
import { isKeyText, newKeyText } from '../../../platform/secret-keys.ts';
import { findOperator, type Operator } from './store.ts';

/** A session ends after its maximum lifetime, however it is used, or after being idle this long. */
export const LONGEST_MS = 8 * HOUR_MS;
const IDLE_MS = 30 * MINUTE_MS;
/** How long the first step of a sign-in is valid. */
const FIRST_STEP_MS = 10 * MINUTE_MS;

/** Over https the prefix keeps other hosts of the domain from setting the cookie. */
const cookieOf = (publicUrl: string) => {
  const isSecure = publicUrl.startsWith('https:');
  return {
    name: isSecure ? '__Host-keepsake_operator' : 'keepsake_operator',
    attributes: `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  };
};

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

function tokenIn(publicUrl: string, { headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const { name } = cookieOf(publicUrl);
  const pairs = (headers.cookie ?? '').split(/;\s*/);
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  return isKeyText(value) ? value : null;
}

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
  const earlier = tokenIn(publicUrl, request);
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
  const { name, attributes } = cookieOf(publicUrl);
  reply.header('set-cookie', `${name}=${token}; Max-Age=${LONGEST_MS / 1_000}; ${attributes}`);
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
  const token = tokenIn(publicUrl, request);
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
export function dropCookie(reply: FastifyReply, publicUrl: string): void {
  const { name, attributes } = cookieOf(publicUrl);
  reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`);
}
