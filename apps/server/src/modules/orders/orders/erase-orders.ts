import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { type OrderRef, withdrawalRight } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { NOBODY } from '../../../platform/ids.ts';
import { parseStoredColumn } from '../../../platform/stored-json.ts';
import { eraseUses } from '../../library/photos/index.ts';
import type { Deps } from './deps.ts';
import { lockOrder } from './event-store.ts';
import { removeFilesOf } from './file-store.ts';
import { isStillArriving, type Lasting, neededUntil } from './needed-until.ts';

type EraseDeps = Pick<Deps, 'db' | 'clock'>;

/** Events of orders that are only about money; of others, what they say of the payment. */
const MONEY_EVENTS: readonly string[] = ['refunded', 'order-changed', 'payment'];
/** How many characters of a postcode are kept: a region, which determines where tax is due. */
const REGION_LENGTH = 2;
const region = z.object({ country: z.string(), postalCode: z.optional(z.string()) });

/**
 * Erases the personal data of orders: all files at once, an order itself once it has arrived and can no longer be withdrawn from.
 * @returns when to come back for the next one, within a day: what happens to an order changes it.
 */
export async function eraseOrders(
  { db, clock }: EraseDeps,
  customerId: CustomerId,
  signal?: AbortSignal,
): Promise<Date | null> {
  const now = clock();
  await removeFilesOf(db, customerId);
  await eraseUses(db, customerId, 'order');
  const tomorrow = now.getTime() + DAY_MS;
  const waits: number[] = [];
  for (const { orderCode, ...order } of await readLasting(db, { customerId })) {
    signal?.throwIfAborted();
    const ref = { customerId, orderCode };
    const until = neededUntil(order) > now ? neededUntil(order) : await anonymise(db, ref, now);
    if (until) waits.push(Math.min(until.getTime(), tomorrow));
  }
  return waits.length > 0 ? new Date(Math.min(...waits)) : null;
}

/** Number of a customer's orders in progress. */
export async function countOnTheirWay({ db, clock }: EraseDeps, customerId: CustomerId): Promise<number> {
  const now = clock();
  return (await readLasting(db, { customerId })).filter((order) => isStillArriving(order, now)).length;
}

const lastingLine = z.object({
  status: z.string(),
  // Damage stops no erasure: it counts as a right that nobody stated.
  withdrawal: z.catch(z.nullable(withdrawalRight), null),
  isPersonalised: z.nullable(z.boolean()),
});
type LastingRow = Omit<Lasting, 'products'> & { orderCode: string; products: unknown };

/** The facts about all orders of a customer, or one. */
async function readLasting(
  db: Queryable,
  { customerId, orderCode }: { customerId: CustomerId; orderCode?: string },
): Promise<(Lasting & { orderCode: string })[]> {
  const { rows } = await sql<LastingRow>`
    select code as "orderCode", created_at as "createdAt", coalesce(current_status, status) as status,
      coalesce(current_since, created_at) as "statusSince", awaits_payment as "awaitsPayment",
      delivered_at as "deliveredAt", expected_to as "expectedTo",
      (select json_agg(json_build_object('status', current_status, 'withdrawal', withdrawal, 'isPersonalised', is_personalised))
        from order_products as line where line.user_id = ${customerId} and line.order_code = orders.code) as products
    from orders where user_id = ${customerId} ${orderCode === undefined ? sql`` : sql`and code = ${orderCode}`}
    order by created_at`.execute(db);
  return rows.map((row) => ({
    ...row,
    products:
      parseStoredColumn(z.nullable(z.array(lastingLine)), row.products, `order ${row.orderCode}`) ?? [],
  }));
}

/**
 * Removes the person from an order: amounts, country and region stay, for the shop's tax, under the nil id. Null once that is
 * done; a date if something has happened to the order in the meantime, so that it is needed until then.
 */
function anonymise(db: Deps['db'], ref: OrderRef, now: Date): Promise<Date | null> {
  return db.transaction().execute(async (trx) => {
    await lockOrder(trx, ref.orderCode);
    const [order] = await readLasting(trx, ref);
    if (!order) return null;
    const until = neededUntil(order);
    if (until > now) return until;
    await moveOrder(trx, ref);
    await moveLines(trx, ref);
    await keepMoneyEventsOnly(trx, ref);
    await moveEvents(trx, ref);
    await sql`delete from order_address_changes where user_id = ${ref.customerId} and order_code = ${ref.orderCode}`.execute(
      trx,
    );
    await trx
      .updateTable('order_requests')
      .set({ customer_id: NOBODY })
      .where('order_code', '=', ref.orderCode)
      .execute();
    return null;
  });
}

async function moveOrder(trx: Queryable, { customerId, orderCode }: OrderRef): Promise<void> {
  const row = await trx
    .deleteFrom('orders')
    .where('user_id', '=', customerId)
    .where('code', '=', orderCode)
    .returning(['code', 'channel', 'service', 'source', 'status', 'currency', 'total', 'created_at'])
    .returning(['received_at', 'delivery_type', 'delivery_address', 'invoice_address'])
    .returning(sql<unknown>`pickup_point -> 'address'`.as('pickup_address'))
    .returning(['delivery_charge', 'current_status', 'current_since', 'current_total', 'delivered_at'])
    .returning(['awaits_payment', 'products_count'])
    .executeTakeFirstOrThrow();
  const { delivery_address, pickup_address, invoice_address, ...details } = row;
  await trx
    .insertInto('orders')
    .values({
      ...details,
      user_id: NOBODY,
      delivery_address: json(regionOf(delivery_address ?? pickup_address)),
      invoice_address: json(regionOf(invoice_address)),
    })
    .execute();
}

/** What stays of an address once its customer is erased; null without a country, so that damage stops no erasure. */
function regionOf(stored: unknown): Pick<PostalAddress, 'country' | 'postalCode'> | null {
  const { data } = region.safeParse(stored);
  if (!data) return null;
  const { country, postalCode } = data;
  return { country, ...(postalCode && { postalCode: postalCode.slice(0, REGION_LENGTH) }) };
}

const json = (value: object | null) => value && JSON.stringify(value);

/** Titles, vouchers and photos are the customer's own; the article is what was sold. */
async function moveLines(trx: Queryable, { customerId, orderCode }: OrderRef): Promise<void> {
  const lines = await trx
    .deleteFrom('order_products')
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .returning(['order_code', 'position', 'code', 'production_order', 'article', 'quantity', 'price'])
    .returning(['net_price', 'vat_rate', 'vat_category', 'status', 'payment_changed_at', 'is_personalised'])
    .returning(['withdrawal', 'current_status', 'current_since', 'current_payment_changed_at'])
    .returning(['current_quantity', 'current_price'])
    .execute();
  if (lines.length === 0) return;
  const rows = lines.map((line) => ({
    ...line,
    user_id: NOBODY,
    withdrawal: line.withdrawal === null ? null : JSON.stringify(line.withdrawal),
  }));
  await trx.insertInto('order_products').values(rows).execute();
}

async function moveEvents(trx: Queryable, { customerId, orderCode }: OrderRef): Promise<void> {
  const events = await trx
    .deleteFrom('order_events')
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .returningAll()
    .execute();
  if (events.length === 0) return;
  const rows = events.map((event) => ({ ...event, user_id: NOBODY, data: JSON.stringify(event.data) }));
  await trx.insertInto('order_events').values(rows).execute();
}

/** Deletes the events of an order, except those about money, of which only that stays. */
export async function keepMoneyEventsOnly(
  trx: Queryable,
  { customerId, orderCode }: OrderRef,
): Promise<void> {
  await sql`delete from order_events where user_id = ${customerId} and order_code = ${orderCode}
    and type <> all(${MONEY_EVENTS}) and not (type = 'status' and data ->> 'status' like 'payment%')`.execute(
    trx,
  );
  await sql`update order_events set note = null, place = null, data = data - 'paymentUrl' where user_id = ${customerId} and order_code = ${orderCode}`.execute(
    trx,
  );
}
