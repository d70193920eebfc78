import { displayStatusOf } from '@keepsake/contracts/orders/order-status';
import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { findPhotoIds } from '../../library/photos/index.ts';
import { readOrderedProducts } from '../orders/index.ts';
import type { RepeatedLine, RequestedReorder } from './rules.ts';

/** The products of an order, with the number of their photos no longer in the library. */
export async function readRepeatedLines(db: Queryable, ref: OrderRef): Promise<RepeatedLine[]> {
  const products = await readOrderedProducts(db, ref);
  const existing = await findPhotoIds(
    db,
    ref.customerId,
    products.flatMap(({ photoIds }) => photoIds),
  );
  return products.map(({ code, quantity, price, voucher, voucherDetails, withdrawal, ...product }) => ({
    code,
    quantity,
    price,
    voucher,
    voucherDetails,
    withdrawal,
    isCancelled: displayStatusOf(product.status) === 'Cancelled',
    photosCount: product.photosCount,
    missingPhotosCount: product.photoIds.filter((id) => !existing.has(id)).length,
  }));
}

export async function readReorders(
  db: Queryable,
  { customerId, orderCode }: OrderRef,
): Promise<RequestedReorder[]> {
  return db
    .selectFrom('reorders')
    .select(['id', 'requested_at as requestedAt', 'orders_before as ordersBefore', 'void_at as voidAt'])
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .execute();
}

/** The orders that name this one as the one they repeat, in order of arrival. */
export async function readNewOrders(db: Queryable, { customerId, orderCode }: OrderRef) {
  const rows = await db
    .selectFrom('placed_orders')
    .select(['code', 'awaits_payment', 'current_payment_url', 'received_at'])
    .where('user_id', '=', customerId)
    .where('reorder_of', '=', orderCode)
    .orderBy('received_at')
    .orderBy('code')
    .execute();
  return rows.map(({ code, awaits_payment, current_payment_url: url, received_at: receivedAt }) => ({
    code,
    receivedAt,
    paymentUrl: awaits_payment ? url : null,
  }));
}

type NewReorder = OrderRef & Omit<RequestedReorder, 'voidAt'> & { currency: string; total: number };

export async function insertReorder(
  trx: Queryable,
  { customerId, orderCode, id, requestedAt, ordersBefore, currency, total }: NewReorder,
): Promise<void> {
  const what = { order_code: orderCode, currency, total, orders_before: ordersBefore };
  await trx
    .insertInto('reorders')
    .values({ user_id: customerId, id, requested_at: requestedAt, ...what })
    .execute();
}

/** Undefined if the database does not know it. */
export function findReorder(db: Queryable, { customerId, id }: { customerId: CustomerId; id: string }) {
  return db
    .selectFrom('reorders')
    .select('void_at')
    .where('user_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Voids a reorder that could not be delivered to the shop; undefined if it already is. */
export function voidReorder(
  trx: Queryable,
  { customerId, id, now }: { customerId: CustomerId; id: string; now: Date },
) {
  return trx
    .updateTable('reorders')
    .set({ void_at: now })
    .where('user_id', '=', customerId)
    .where('id', '=', id)
    .where('void_at', 'is', null)
    .returning([
      'order_code as orderCode',
      'requested_at as requestedAt',
      'orders_before as ordersBefore',
      'currency',
      'total',
    ])
    .executeTakeFirst();
}

/** Reorders since a moment that became no order, newest first. */
export async function readFailed(db: Queryable, customerId: CustomerId, since: Date) {
  const { rows } = await sql<{ id: string; order_code: string; state: 'refused' | 'unreached'; at: Date }>`
    select id, order_code, 'unreached' as state, void_at as at from reorders
    where user_id = ${customerId} and void_at > ${since}
      and not exists (select from placed_orders as placed where placed.user_id = ${customerId}
        and reorder_of = reorders.order_code and received_at >= requested_at)
    union all
    select reorders.id, reorders.order_code, 'refused', event.received_at from reorders
    join reported_events as event on event.user_id = ${customerId} and event.order_code = reorders.order_code
      and event.type = 'reorder-refused' and event.data->>'reorderId' = reorders.id::text
    where reorders.user_id = ${customerId} and event.received_at > ${since}
    order by at desc`.execute(db);
  return rows;
}
