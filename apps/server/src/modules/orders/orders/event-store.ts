import { createHash } from 'node:crypto';
import { isKnownEvent, type OrderEvent } from '@keepsake/contracts/orders/order-events';
import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../platform/database/database.ts';
import type { DB, OrderEventKeys } from '../../../platform/database/database-types.ts';
import { NOBODY, newId } from '../../../platform/ids.ts';
import { parseStoredColumn, storedTime } from '../../../platform/stored-json.ts';
import { type CurrentParcel, deriveParcels, type Happened } from './happened.ts';

/** An event with its reporter. */
export type Reported = { service: string; channels: readonly string[] | null; event: OrderEvent };

/** SHA-256 of an event: the schema orders its fields, however they were sent. */
const hashOf = (event: OrderEvent) => createHash('sha256').update(JSON.stringify(event)).digest();

/** SQL that locks an order. */
export const lockOf = (orderCode: string) =>
  sql`pg_advisory_xact_lock(hashtextextended(${`order ${orderCode}`}, 0))`;

/** Serialises changes to what is known about an order, even while the order itself is unknown. */
export async function lockOrder(trx: Queryable, orderCode: string): Promise<void> {
  await sql`select ${lockOf(orderCode)}`.execute(trx);
}

/** Locks an order and returns its customer; null while it is unknown. */
export async function lockOwned(trx: Queryable, orderCode: string): Promise<CustomerId | null> {
  const { rows } = await sql<{ owner: CustomerId | null }>`select ${lockOf(orderCode)},
    (select customer_id from order_requests where order_code = ${orderCode}) as owner`.execute(trx);
  // It may have become known during the wait for the lock, which this statement does not see.
  return rows[0]?.owner ?? (await findOwner(trx, orderCode));
}

/** The customer of an order; null while it is unknown. */
export async function findOwner(trx: Queryable, orderCode: string): Promise<CustomerId | null> {
  const row = await trx
    .selectFrom('order_requests')
    .select('customer_id')
    .where('order_code', '=', orderCode)
    .executeTakeFirst();
  return row?.customer_id ?? null;
}

/** An order in the channels that a service may write to; null as well if its customer was erased. */
export async function findOrderOf(
  trx: Queryable,
  { orderCode, channels }: { orderCode: string; channels: readonly string[] | null },
): Promise<{ customerId: CustomerId; channel: string } | null> {
  const customerId = await findOwner(trx, orderCode);
  if (customerId === null || customerId === NOBODY) return null;
  const order = await trx
    .selectFrom('orders')
    .select('channel')
    .where('user_id', '=', customerId)
    .where('code', '=', orderCode)
    .executeTakeFirst();
  if (!order || (channels && !channels.includes(order.channel))) return null;
  return { customerId, channel: order.channel };
}

type Claim = { orderCode: string; reported: readonly Reported[]; now: Date };
type NewEvents = Claim & { customerId: CustomerId };

/** SQL that inserts rows with the same columns, with a text that does not depend on their number. */
export function insertRows<Table extends 'order_event_keys' | 'order_events' | 'order_products'>(
  table: Table,
  rows: readonly Partial<Record<keyof DB[Table] & string, unknown>>[],
): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  return sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;
}

const keyOf = ({ orderCode, now }: Omit<Claim, 'reported'>, { service, event }: Reported) => ({
  service,
  external_id: event.id,
  content_hash: `\\x${hashOf(event).toString('hex')}`,
  order_code: orderCode,
  received_at: now,
});

/** Records the ids of events of an unknown order, each once, and stores them whole; returns the new ones. */
export async function parkEvents(trx: Queryable, { reported, ...claim }: Claim): Promise<Reported[]> {
  const keys = reported.map((each) => ({
    ...keyOf(claim, each),
    parked: each.event,
    channels: each.channels,
  }));
  const { rows } = await sql<{ external_id: string }>`${insertRows('order_event_keys', keys)}
    on conflict do nothing returning external_id`.execute(trx);
  return firstOfEach(
    reported,
    rows.map(({ external_id: id }) => id),
  );
}

/**
 * SQL that records the ids of events of an order, each once, if the order's channel is one that their service may write to.
 * Returns the new ones.
 */
export const claimSql = ({ customerId, reported, ...claim }: NewEvents) => {
  const keys = reported.map((each) => keyOf(claim, each));
  const channels = reported[0]?.channels ?? null;
  return sql`${insertRows('order_event_keys', keys)}
    where exists (select from orders where user_id = ${customerId} and code = ${claim.orderCode}
      and (${channels}::text[] is null or channel = any(${channels}::text[])))
    on conflict do nothing returning external_id`;
};

const rowOf =
  ({ customerId, orderCode, now }: Omit<NewEvents, 'reported'>) =>
  ({ service, event }: Reported) => ({
    user_id: customerId,
    order_code: orderCode,
    id: newId(),
    service,
    external_id: event.id,
    type: event.type,
    happened_at: event.happenedAt,
    received_at: now,
    product_codes: event.productCodes ?? null,
    production_order: event.productionOrder ?? null,
    place: event.place ?? null,
    note: event.note ?? null,
    data: event.data ?? {},
  });

/** If an id occurs twice, the first event counts. */
export function firstOfEach(reported: readonly Reported[], ids: readonly string[]): Reported[] {
  const fresh = new Set(ids);
  return reported.filter(({ event }) => fresh.delete(event.id));
}

/** For events whose ids are taken: whether each equals the recorded one, and if so, whether that is parked. */
export async function findKnown(
  trx: Queryable,
  reported: readonly Reported[],
): Promise<Map<OrderEvent, { isParked: boolean } | null>> {
  const [first] = reported;
  if (!first) return new Map();
  const rows = await trx
    .selectFrom('order_event_keys')
    .select(['external_id', 'content_hash', sql<boolean>`parked is not null`.as('isParked')])
    .where('service', '=', first.service)
    .where(sql<SqlBool>`external_id = any(${reported.map(({ event }) => event.id)}::text[])`)
    .execute();
  const stored = new Map(rows.map((row) => [row.external_id, row]));
  return new Map(
    reported.map(({ event }) => {
      const row = stored.get(event.id);
      return [event, row?.content_hash.equals(hashOf(event)) ? { isParked: row.isParked } : null];
    }),
  );
}

/** Forgets ids that were just recorded, so that they can be used again. */
export async function releaseKeys(trx: Queryable, reported: readonly Reported[]): Promise<void> {
  for (const { service, event } of reported)
    await trx
      .deleteFrom('order_event_keys')
      .where('service', '=', service)
      .where('external_id', '=', event.id)
      .execute();
}

/** Parked events that a statement took; `storedOf` asks what their data are. */
const takenEvents = z.nullable(
  z.array(
    z.object({
      service: z.string(),
      event: z.looseObject({
        id: z.string(),
        orderCode: z.string(),
        happenedAt: z.string(),
        type: z.string(),
        data: z.optional(z.record(z.string(), z.unknown())),
        productCodes: z.optional(z.array(z.string())),
        productionOrder: z.optional(z.string()),
        place: z.optional(z.string()),
        note: z.optional(z.string()),
      }),
    }),
  ),
);

type ParkedEvent = NonNullable<Selectable<OrderEventKeys>['parked']>;

/**
 * SQL that takes the parked events of an order that becomes known in this channel; those for other channels stay. Returns service
 * and event: an array of them is JSON for `parseTaken`.
 */
export const takeParkedSql = ({ orderCode, channel }: { orderCode: string; channel: string }) => sql`
  update order_event_keys as stored set parked = null
  from (select service, external_id, parked from order_event_keys where order_code = ${orderCode}
    and parked is not null and (channels is null or ${channel} = any(channels))) as waiting
  where stored.service = waiting.service and stored.external_id = waiting.external_id
  returning stored.service, waiting.parked as event`;

export const parseTaken = (taken: unknown, orderCode: string): Omit<Reported, 'channels'>[] =>
  parseStoredColumn(takenEvents, taken, `an event parked for the order ${orderCode}`) ?? [];

/** Parks events again that were taken with their order and do not fit it. */
export async function parkAgain(trx: Queryable, taken: readonly Omit<Reported, 'channels'>[]): Promise<void> {
  for (const { service, event } of taken)
    await trx
      .updateTable('order_event_keys')
      .set({ parked: JSON.stringify(event) })
      .where('service', '=', service)
      .where('external_id', '=', event.id)
      .execute();
}

/** Events of a known order that are parked all the same, since they do not fit it. */
export async function findMisfits(
  db: Queryable,
  { orderCode, channel }: { orderCode: string; channel: string },
): Promise<OrderEvent[]> {
  const { rows } = await sql<{ event: ParkedEvent }>`select parked as event from order_event_keys
    where order_code = ${orderCode} and parked is not null
      and (channels is null or ${channel} = any(channels))
    order by received_at, external_id`.execute(db);
  return rows.map(({ event }) => event);
}

/** SQL that adds events whose ids are recorded. */
export const addEventsSql = ({ reported, ...of }: NewEvents) =>
  insertRows('order_events', reported.map(rowOf(of)));

export type StoredEvent = Happened;
/** A row, or the JSON that a statement makes of one. */
export const eventRow = z.object({
  type: z.string(),
  data: z.unknown(),
  happenedAt: storedTime,
  productCodes: z.nullable(z.array(z.string())),
  productionOrder: z.nullable(z.string()),
  place: z.nullable(z.string()),
  note: z.nullable(z.string()),
});
type EventRow = z.infer<typeof eventRow>;

/** A row as an event, if we understand it. */
export const eventOf = (row: EventRow): StoredEvent[] => (isKnownEvent(row) ? [row] : []);

/** An incoming event in its stored form. */
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

/** The events of an order with a known type, in order of arrival. */
export async function readEvents(db: Queryable, { customerId, orderCode }: OrderRef): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom('order_events')
    .select(['type', 'data', 'happened_at as happenedAt', 'product_codes as productCodes'])
    .select(['production_order as productionOrder', 'place', 'note'])
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .orderBy('id')
    .execute();
  return rows.flatMap(eventOf);
}

/** The state of the parcels of some of a customer's orders, by order code. */
export async function readParcels(
  db: Queryable,
  customerId: CustomerId,
  orderCodes: readonly string[],
): Promise<Map<string, CurrentParcel[]>> {
  if (orderCodes.length === 0) return new Map();
  const rows = await db
    .selectFrom('order_events')
    .select(['order_code as orderCode', 'type', 'data', 'happened_at as happenedAt'])
    .select(['product_codes as productCodes', 'production_order as productionOrder', 'place', 'note'])
    .where('user_id', '=', customerId)
    .where((eb) => eb('order_code', '=', eb.fn.any(eb.val([...orderCodes]))))
    .where('type', '=', 'parcel')
    .orderBy('id')
    .execute();
  const byOrder = Map.groupBy(rows, ({ orderCode }) => orderCode);
  return new Map([...byOrder].map(([orderCode, own]) => [orderCode, deriveParcels(own.flatMap(eventOf))]));
}
