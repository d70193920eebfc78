import { createHash } from 'node:crypto';
import { isKnownEvent, type OrderEvent, PARKED_DAYS } from '@keepsake/contracts';
import { sql } from 'kysely';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Happened } from './rules.ts';

/** An event with whoever reported it. */
export type Reported = { service: string; channels: readonly string[] | null; event: OrderEvent };

/** SHA-256 of an event: the schema orders its fields, however they were sent. */
const hashOf = (event: OrderEvent) => createHash('sha256').update(JSON.stringify(event)).digest();

/** Makes whoever changes what is known of an order wait for the others, also while nobody knows the order. */
export async function lockOrder(trx: Queryable, orderCode: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`order ${orderCode}`}, 0))`.execute(trx);
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

/** The same in the channels that a service may write to. */
export async function findOrderOf(
  trx: Queryable,
  { orderCode, channels }: { orderCode: string; channels: readonly string[] | null },
): Promise<{ userId: string; channel: string } | null> {
  const userId = await findOwner(trx, orderCode);
  if (userId === null) return null;
  const order = await trx
    .selectFrom('orders')
    .select('channel')
    .where('user_id', '=', userId)
    .where('code', '=', orderCode)
    .executeTakeFirst();
  if (!order || (channels && !channels.includes(order.channel))) return null;
  return { userId, channel: order.channel };
}

type Claim = { orderCode: string; reported: readonly Reported[]; isParked: boolean; now: Date };

/** Records the ids of events, each once; returns those that are new. Parked ones are kept whole. */
export async function claimEvents(
  trx: Queryable,
  { orderCode, reported, isParked, now }: Claim,
): Promise<Reported[]> {
  const { rows } = await sql<{ external_id: string }>`
    insert into order_event_keys (service, external_id, content_hash, order_code, received_at, parked, channels)
    values ${sql.join(
      reported.map(
        ({
          service,
          channels,
          event,
        }) => sql`(${service}, ${event.id}, ${hashOf(event)}, ${orderCode}, ${now},
          ${isParked ? JSON.stringify(event) : null}::jsonb, ${channels}::text[])`,
      ),
    )}
    on conflict do nothing returning external_id`.execute(trx);
  const fresh = new Set(rows.map(({ external_id }) => external_id));
  // Of one id that comes twice the first is the event.
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

/** Takes the parked events of an order, which has just become known in this channel; those of other channels stay. */
export async function takeParked(
  trx: Queryable,
  { orderCode, channel }: { orderCode: string; channel: string },
): Promise<Reported[]> {
  const { rows } = await sql<{ service: string; event: OrderEvent }>`
    with parked as (
      select service, external_id, parked from order_event_keys
      where order_code = ${orderCode} and parked is not null and (channels is null or ${channel} = any(channels))
    )
    update order_event_keys as kept set parked = null from parked
    where kept.service = parked.service and kept.external_id = parked.external_id
    returning kept.service, parked.parked as event`.execute(trx);
  return rows.map(({ service, event }) => ({ service, channels: null, event }));
}

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

/** The events of an order that mean something, in the order in which they came. */
export async function readEvents(
  db: Queryable,
  { userId, orderCode }: { userId: string; orderCode: string },
): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom('order_events')
    .select(['type', 'data', 'happened_at', 'product_codes', 'production_order', 'place', 'note'])
    .where('user_id', '=', userId)
    .where('order_code', '=', orderCode)
    .orderBy('id')
    .execute();
  return rows.filter(isKnownEvent as (row: { type: string }) => boolean).map(
    (row) =>
      ({
        type: row.type,
        data: row.data,
        happenedAt: row.happened_at,
        productCodes: row.product_codes,
        productionOrder: row.production_order,
        place: row.place,
        note: row.note,
      }) as StoredEvent,
  );
}

/** Forgets events whose order has not come. */
export async function forgetParked(db: Queryable, now: Date): Promise<void> {
  await db
    .deleteFrom('order_event_keys')
    .where('parked', 'is not', null)
    .where('received_at', '<', new Date(now.getTime() - PARKED_DAYS * DAY_MS))
    .execute();
}
