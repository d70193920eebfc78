import type { VoucherDetails, WithdrawalRight } from '@keepsake/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { OrderRef } from '../orders/index.ts';
import type { AskedReorder, RepeatedLine } from './rules.ts';

type LineRow = {
  code: string;
  quantity: number;
  price: number;
  voucher: string | null;
  voucher_details: VoucherDetails | null;
  withdrawal: WithdrawalRight | null;
  photos_count: number | null;
  missing_count: number;
};

/** The products of an order, with how many of their photos are still in the library. */
export async function readRepeatedLines(
  db: Queryable,
  { userId, orderCode }: OrderRef,
): Promise<RepeatedLine[]> {
  const { rows } = await sql<LineRow>`
    select line.code, line.current_quantity as quantity, line.current_price as price, line.voucher,
      line.voucher_details, line.withdrawal, line.photos_count,
      (select count(*) from unnest(line.photo_ids) as used (id) where not exists (
        select from photos where photos.user_id = ${userId} and photos.id = used.id))::int as missing_count
    from order_products as line where line.user_id = ${userId} and line.order_code = ${orderCode}
    order by line.position`.execute(db);
  return rows.map(({ voucher_details, photos_count, missing_count, ...line }) => ({
    ...line,
    voucherDetails: voucher_details,
    photosCount: photos_count ?? 0,
    missingPhotosCount: missing_count,
  }));
}

export async function readReorders(db: Queryable, { userId, orderCode }: OrderRef): Promise<AskedReorder[]> {
  return db
    .selectFrom('reorders')
    .select(['id', 'requested_at as requestedAt', 'orders_before as ordersBefore'])
    .where('user_id', '=', userId)
    .where('order_code', '=', orderCode)
    .execute();
}

/** The orders that name this one as what they repeat, in the order in which they came. */
export async function readNewOrders(db: Queryable, { userId, orderCode }: OrderRef) {
  const rows = await db
    .selectFrom('orders')
    .select(['code', 'awaits_payment', 'current_payment_url'])
    .where('user_id', '=', userId)
    .where('reorder_of', '=', orderCode)
    .orderBy('received_at')
    .orderBy('code')
    .execute();
  return rows.map(({ code, awaits_payment, current_payment_url: url }) => ({
    code,
    paymentUrl: awaits_payment ? url : null,
  }));
}

type NewReorder = OrderRef & AskedReorder & { currency: string; total: number };

export async function insertReorder(
  trx: Queryable,
  { userId, orderCode, id, requestedAt, ordersBefore, currency, total }: NewReorder,
): Promise<void> {
  const what = { order_code: orderCode, currency, total, orders_before: ordersBefore };
  await trx
    .insertInto('reorders')
    .values({ user_id: userId, id, requested_at: requestedAt, ...what })
    .execute();
}
