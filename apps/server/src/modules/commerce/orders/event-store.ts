import { createHash } from 'node:crypto';
import { isKnownEvent, type OrderEvent, PARKED_DAYS } from '@keepsake/contracts';
import { sql } from 'kysely';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { NOBODY } from '../outgoing-events/index.ts';
import type { Happened } from './rules.ts';

/** An event with whoever reported it. */
export type Reported = { service: string; channels: readonly string[] | null; event: OrderEvent };

/** SHA-256 of an event: the schema orders its fields, however they were sent. */
const hashOf = (event: OrderEvent) => createHash('sha256').update(JSON.stringify(event)).digest();

/** SQL that locks an order. */
export const lockOf = (orderCode: string) =>
  sql`pg_advisory_xact_lock(hashtextextended(${`order ${orderCode}`}, 0))`;

/** Makes whoever changes what is known of an order wait for the others, also while nobody knows the order. */
export async function lockOrder(trx: Queryable, orderCode: string): Promise<void> {
  await sql`select ${lockOf(orderCode)}`.execute(trx);
}

/** Locks an order and says whose it is; null while it is not known. */
export async function lockOwned(trx: Queryable, orderCode: string): Promise<string | null> {
  const { rows } = await sql<{ owner: string | null }>`select ${lockOf(orderCode)},
    (select customer_id from order_requests where order_code = ${orderCode}) as owner`.execute(trx);
  // It may have become known while the lock was waited for, which this statement does not see.
  return rows[0]?.owner ?? (await findOwner(trx, orderCode));
}

/** Whose an order is; null while it is not known. */
async function findOwner(trx: Queryable, orderCode: string): Promise<string | null> {
  const row = await trx
    .selectFrom('order_requests')
    .select('customer_id')
    .where('order_code', '=', orderCode)
    .executeTakeFirst();
  return row?.customer_id ?? null;
}

/** The same in the channels that a service may write to; null for an order whose customer was erased, too. */
export async function findOrderOf(
  trx: Queryable,
  { orderCode, channels }: { orderCode: string; channels: readonly string[] | null },
): Promise<{ userId: string; channel: string } | null> {
  const userId = await findOwner(trx, orderCode);
  if (userId === null || userId === NOBODY) return null;
  const order = await trx
    .selectFrom('orders')
    .select('channel')
    .where('user_id', '=', userId)
    .where('code', '=', orderCode)
    .executeTakeFirst();
  if (!order || (channels && !channels.includes(order.channel))) return null;
  return { userId, channel: order.channel };
}

type Claim = { orderCode: string; reported: readonly Reported[]; now: Date };

/** Records the ids of events of an order that is not known, each once, and keeps them whole; returns those that are new. */
export async function parkEvents(trx: Queryable, { orderCode, reported, now }: Claim): Promise<Reported[]> {
  const { rows } = await sql<{ external_id: string }>`
    insert into order_event_keys (service, external_id, content_hash, order_code, received_at, parked, channels)
    values ${sql.join(
      reported.map(
        ({ service, channels, event }) =>
          sql`(${service}, ${event.id}, ${hashOf(event)}, ${orderCode}, ${now}, ${JSON.stringify(event)}::jsonb,
            ${channels}::text[])`,
      ),
    )}
    on conflict do nothing returning external_id`.execute(trx);
  return firstOfEach(reported, rows);
}

/** Records the ids of events of a customer's order, each once, with those events that are new; returns them. */
export async function addEvents(
  trx: Queryable,
  { userId, orderCode, reported, now }: Claim & { userId: string },
): Promise<Reported[]> {
  const { rows } = await sql<{ external_id: string }>`
    with claimed as (
      insert into order_event_keys (service, external_id, content_hash, order_code, received_at)
      values ${sql.join(
        reported.map(
          ({ service, event }) =>
            sql`(${service}, ${event.id}, ${hashOf(event)}, ${orderCode}, ${now}::timestamptz)`,
        ),
      )}
      on conflict do nothing returning external_id
    ), added as (
      insert into order_events (user_id, order_code, id, service, external_id, type, happened_at, received_at,
        product_codes, production_order, place, note, data)
      select distinct on (external_id) ${userId}::uuid, ${orderCode}, id::uuid, service, external_id, type,
        happened_at::timestamptz, ${now}::timestamptz, product_codes::text[], production_order, place, note, data::jsonb
      from (values ${sql.join(reported.map(valuesOf))}) as sent (nth, id, service, external_id, type, happened_at,
        product_codes, production_order, place, note, data)
      where external_id in (select external_id from claimed) order by external_id, nth
    ) select external_id from claimed`.execute(trx);
  return firstOfEach(reported, rows);
}

const valuesOf = (
  { service, event }: Reported,
  nth: number,
) => sql`(${nth}::int, ${newId()}::text, ${service}::text,
  ${event.id}::text, ${event.type}::text, ${event.happenedAt}::text, ${event.productCodes ?? null}::text[],
  ${event.productionOrder ?? null}::text, ${event.place ?? null}::text, ${event.note ?? null}::text,
  ${JSON.stringify(event.data ?? {})}::text)`;

/** Of one id that comes twice the first is the event. */
function firstOfEach(reported: readonly Reported[], rows: readonly { external_id: string }[]): Reported[] {
  const fresh = new Set(rows.map(({ external_id }) => external_id));
  return reported.filter(({ event }) => fresh.delete(event.id));
}

/** Of events whose ids are taken: whether each is the one that was known by it. */
export async function findKnown(
  trx: Queryable,
  reported: readonly Reported[],
): Promise<Map<OrderEvent, boolean>> {
  const [first] = reported;
  if (!first) return new Map();
  const rows = await trx
    .selectFrom('order_event_keys')
    .select(['external_id', 'content_hash'])
    .where('service', '=', first.service)
    .where(
      'external_id',
      'in',
      reported.map(({ event }) => event.id),
    )
    .execute();
  const hashes = new Map(rows.map(({ external_id, content_hash }) => [external_id, content_hash]));
  return new Map(reported.map(({ event }) => [event, hashes.get(event.id)?.equals(hashOf(event)) ?? false]));
}

/**
 * SQL of a statement that takes the parked events of an order, which becomes known in this channel; those of other channels
 * stay. It returns service and event.
 */
export const takeParkedSql = ({ orderCode, channel }: { orderCode: string; channel: string }) => sql`
  update order_event_keys as kept set parked = null
  from (select service, external_id, parked from order_event_keys where order_code = ${orderCode}
    and parked is not null and (channels is null or ${channel} = any(channels))) as waiting
  where kept.service = waiting.service and kept.external_id = waiting.external_id
  returning kept.service, waiting.parked as event`;

type NewEvents = { userId: string; orderCode: string; reported: readonly Reported[]; now: Date };

export async function insertEvents(
  trx: Queryable,
  { userId, orderCode, reported, now }: NewEvents,
): Promise<void> {
  if (reported.length === 0) return;
  await trx
    .insertInto('order_events')
    .values(
      reported.map(({ service, event }) => ({
        user_id: userId,
        order_code: orderCode,
        id: newId(),
        service,
        external_id: event.id,
        type: event.type,
        happened_at: new Date(event.happenedAt),
        received_at: now,
        product_codes: event.productCodes ?? null,
        production_order: event.productionOrder ?? null,
        place: event.place ?? null,
        note: event.note ?? null,
        data: JSON.stringify(event.data ?? {}),
      })),
    )
    .execute();
}

/** An event as the order's page tells it. */
export type StoredEvent = Happened & { place: string | null };
export type EventRow = Omit<StoredEvent, 'type' | 'data'> & { type: string; data: unknown };

/** A row of an event, if it means something. */
export const eventOf = (row: EventRow): StoredEvent[] => (isKnownEvent(row) ? [row as StoredEvent] : []);

/** An event on its way in, as it is once it is stored. */
export const storedOf = ({ event }: Reported): StoredEvent[] =>
  eventOf({
    type: event.type,
    data: event.data,
    happenedAt: new Date(event.happenedAt),
    productCodes: event.productCodes ?? null,
    productionOrder: event.productionOrder ?? null,
    place: event.place ?? null,
    note: event.note ?? null,
  });

/** The events of an order that mean something, in the order in which they came. */
export async function readEvents(
  db: Queryable,
  { userId, orderCode }: { userId: string; orderCode: string },
): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom('order_events')
    .select(['type', 'data', 'happened_at as happenedAt', 'product_codes as productCodes'])
    .select(['production_order as productionOrder', 'place', 'note'])
    .where('user_id', '=', userId)
    .where('order_code', '=', orderCode)
    .orderBy('id')
    .execute();
  return rows.flatMap(eventOf);
}

/** Forgets events whose order has not come. */
export async function forgetParked(db: Queryable, now: Date): Promise<void> {
  await db
    .deleteFrom('order_event_keys')
    .where('parked', 'is not', null)
    .where('received_at', '<', new Date(now.getTime() - PARKED_DAYS * DAY_MS))
    .execute();
}
