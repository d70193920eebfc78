import { displayStatusOf } from '@keepsake/contracts/orders/order-status';
import type { VoucherDetails, WithdrawalRight } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { OrderRef } from '../orders/index.ts';
import type { RepeatedLine, RequestedReorder } from './rules.ts';

type LineRow = {
  code: string;
  quantity: number;
  price: number;
  status: string;
  voucher: string | null;
  voucher_details: VoucherDetails | null;
  withdrawal: WithdrawalRight | null;
  photos_count: number | null;
  missing_count: number;
};

/** The products of an order, with the number of their photos still in the library. */
export async function readRepeatedLines(
  db: Queryable,
  { customerId, orderCode }: OrderRef,
): Promise<RepeatedLine[]> {
  const { rows } = await sql<LineRow>`
    select line.code, line.current_quantity as quantity, line.current_price as price, line.current_status as status, line.voucher,
      line.voucher_details, line.withdrawal, line.photos_count,
      (select count(*) from unnest(line.photo_ids) as used (id) where not exists (
        select from photos where photos.user_id = ${customerId} and photos.id = used.id))::int as missing_count
    from order_products as line where line.user_id = ${customerId} and line.order_code = ${orderCode}
    order by line.position`.execute(db);
  return rows.map(({ voucher_details, photos_count, missing_count, status, ...line }) => ({
    ...line,
    isCancelled: displayStatusOf(status) === 'Cancelled',
    voucherDetails: voucher_details,
    photosCount: photos_count ?? 0,
    missingPhotosCount: missing_count,
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
    .selectFrom('orders')
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
      and not exists (select from orders where orders.user_id = ${customerId}
        and reorder_of = reorders.order_code and received_at >= requested_at)
    union all
    select reorders.id, reorders.order_code, 'refused', event.received_at from reorders
    join order_events as event on event.user_id = ${customerId} and event.order_code = reorders.order_code
      and event.type = 'reorder-refused' and event.data->>'reorderId' = reorders.id::text
    where reorders.user_id = ${customerId} and event.received_at > ${since}
    order by at desc`.execute(db);
  return rows;
}
