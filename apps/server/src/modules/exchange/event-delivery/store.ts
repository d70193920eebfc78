import { CALLBACK_LOG_DAYS } from '@keepsake/contracts/exchange/callbacks';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { addJob, keyedTask, PATIENCE_MINUTES, PRIORITY } from '../../../platform/jobs/jobs.ts';

export type EventRef = { customerId: CustomerId; id: string };

/** Name of the job that sends one event; payload {customerId, id}. */
export const SEND_EVENT = keyedTask('send-outgoing-event', { foundBy: 'check-outgoing-events' });

/** Stands for a customer's own address among the services, whose names cannot contain a colon. */
export const CUSTOMER = 'customer:callback';

/** Answers of a customer's address that take longer count as slow, in milliseconds. */
export const SLOW_MS = 3_000;

/** The lane in which workers send to a customer's address. All slow ones share one lane, so that others never wait for them. */
export const laneOf = (customerId: CustomerId, isSlow: boolean): string =>
  isSlow ? 'slow callbacks' : `callbacks ${customerId}`;

/** Delivered events and their attempts; those of erased customers that an operator may still resend are kept no longer. */
export const EVENTS_RETENTION_MS = CALLBACK_LOG_DAYS * DAY_MS;

/** An event as it is stored for one receiver. */
export type QueuedEvent = { id: string; service: string; type: string; body: string };
type NewEvent = QueuedEvent & { customerId: CustomerId; now: Date; lane?: string };

/** Stores an event with the job that sends it. */
export async function insertEvent(
  trx: Queryable,
  { customerId, id, service, type, body, now, lane }: NewEvent,
): Promise<void> {
  await trx
    .insertInto('outgoing_events')
    .values({ user_id: customerId, id, service, type, body, created_at: now, next_at: now })
    .execute();
  await addSendJob(trx, { customerId, id }, { lane });
}

type Sending = { runAt?: Date; lane?: string };

export async function addSendJob(db: Queryable, ref: EventRef, { runAt, lane }: Sending = {}): Promise<void> {
  await addJob(db, SEND_EVENT, ref, {
    key: `${SEND_EVENT}:${ref.id}`,
    priority: PRIORITY.interactive,
    maxAttempts: 20,
    ...(runAt && { runAt }),
    ...(lane && { sharedBy: lane }),
  });
}

/** Events that have been waiting for long, with the key of each one's job. */
export const waitingEventsSql = (now: Date) => sql<EventRef & { service: string; jobKey: string }>`
  select user_id as "customerId", id, service, ${SEND_EVENT} || ':' || id as "jobKey" from outgoing_events
  where state = 'waiting' and next_at < ${now}::timestamptz - make_interval(mins => ${PATIENCE_MINUTES})`;

export type Waiting = { service: string; type: string; body: string; tries: number };

/** An event that is still to be sent. */
export function findWaiting(db: Queryable, { customerId, id }: EventRef): Promise<Waiting | undefined> {
  return db
    .selectFrom('outgoing_events')
    .select(['service', 'type', 'body', 'tries'])
    .where('user_id', '=', customerId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

export type Noted = {
  state: 'waiting' | 'sent' | 'failed';
  answer: string;
  now: Date;
  nextAt: Date;
  /** False for an event that ended without an attempt. */
  isTried?: boolean;
};

/** SQL that records the result of an attempt, unless another attempt has ended the event. */
export function recordTrySql(
  { customerId, id }: EventRef,
  { state, answer, now, nextAt, isTried = true }: Noted,
): RawBuilder<unknown> {
  return sql`update outgoing_events set state = ${state}, answer = ${answer}, tried_at = ${now},
      next_at = ${nextAt}, tries = tries + ${Number(isTried)}
    where user_id = ${customerId} and id = ${id} and state = 'waiting'`;
}

export type SameEventRow = { id: string; state: string; body: string };

/** Locks the same event for all its receivers, including itself, so that only one attempt sees that all have failed. */
export function lockSameEvent(trx: Queryable, { customerId, id }: EventRef): Promise<SameEventRow[]> {
  return trx
    .selectFrom('outgoing_events')
    .select(['id', 'state', 'body'])
    .where('user_id', '=', customerId)
    .where('body', '=', (eb) =>
      eb.selectFrom('outgoing_events').select('body').where('user_id', '=', customerId).where('id', '=', id),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Voids an event that no receiver ever got. */
export async function recordVoid(
  trx: Queryable,
  customerId: CustomerId,
  copies: readonly SameEventRow[],
): Promise<void> {
  await trx
    .updateTable('outgoing_events')
    .set({ state: 'void' })
    .where('user_id', '=', customerId)
    .where(
      'id',
      'in',
      copies.map(({ id }) => id),
    )
    .execute();
}

/**
 * Whether nothing will happen to an event any more: neither is it still to be sent, nor may an operator resend it. A customer's news
 * are on their pages anyway.
 */
export const IS_OVER = sql<boolean>`state in ('sent', 'void') or (state = 'failed' and service = ${CUSTOMER})`;

/** The number of events per webhook that were sent, are waiting and have failed. */
export async function countEvents(db: Queryable) {
  return db
    .selectFrom('outgoing_events')
    .select((eb) => ['service', 'state', eb.fn.countAll<number>().as('events')])
    .groupBy(['service', 'state'])
    .orderBy('service')
    .orderBy('state')
    .execute();
}

/** The unsent events, oldest first. */
export async function listUnsent(db: Queryable, limit: number) {
  return db
    .selectFrom('outgoing_events')
    .select(['user_id', 'id', 'service', 'type', 'state', 'tries', 'created_at', 'next_at', 'answer'])
    .where('state', 'in', ['waiting', 'failed'])
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/** Resends events, starting from the first attempt: one by id, or all that failed. Returns how many. */
export async function retryEvents(db: Queryable, id: string | 'all', now: Date): Promise<number> {
  const which =
    id === 'all'
      ? sql<SqlBool>`state = 'failed' and service <> ${CUSTOMER}`
      : sql<SqlBool>`id = ${id} and state in ('waiting', 'failed')`;
  const rows = await db
    .updateTable('outgoing_events')
    .set({ state: 'waiting', tries: 0, next_at: now })
    .where(which)
    .returning(['user_id', 'id', 'service'])
    .execute();
  for (const { user_id: customerId, id, service } of rows)
    await addSendJob(db, { customerId, id }, service === CUSTOMER ? { lane: laneOf(customerId, false) } : {});
  return rows.length;
}

type Repeated = { customerId: CustomerId; lane: string; now: Date } & (
  | { id: string }
  | { failedSince: Date }
);

/** The same for a customer's own address: one event in any state, or all that were created since a moment and failed. */
export async function retryCustomerEvents(
  db: Queryable,
  { customerId, lane, now, ...which }: Repeated,
): Promise<number> {
  let requested = db
    .updateTable('outgoing_events')
    .set({ state: 'waiting', tries: 0, next_at: now })
    .where('user_id', '=', customerId)
    .where('service', '=', CUSTOMER);
  requested =
    'id' in which
      ? requested.where('id', '=', which.id)
      : requested.where('state', '=', 'failed').where('created_at', '>=', which.failedSince);
  const rows = await requested.returning('id').execute();
  for (const { id } of rows) await addSendJob(db, { customerId, id }, { lane });
  return rows.length;
}
