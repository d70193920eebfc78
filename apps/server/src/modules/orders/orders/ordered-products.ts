import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';

/** The products of an order as they are now, in its order, for what is done with them afterwards. */
export async function readOrderedProducts(db: Queryable, { customerId, orderCode }: OrderRef) {
  const rows = await db
    .selectFrom('order_products')
    .select(['code', 'title', 'article', 'current_quantity as quantity', 'current_price as price'])
    .select(['current_status as status', 'current_since as statusSince', 'voucher', 'voucher_details'])
    .select(['withdrawal', 'is_personalised as isPersonalised', 'photos_count', 'photo_ids as photoIds'])
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .orderBy('position')
    .execute();
  return rows.map(({ voucher_details, photos_count, withdrawal, ...row }) => ({
    ...row,
    voucherDetails: voucher_details,
    withdrawal,
    photosCount: photos_count ?? 0,
  }));
}

/** An online product in SQL: its code, and the order that its shop named, if any. */
type OnlineProduct = { code: RawBuilder<unknown>; namedOrder: RawBuilder<unknown> };

/** SQL of the order of an online product: the one that its shop named, else the latest with a product of this code. */
export const orderOfProductSql = (
  customerId: CustomerId,
  { code, namedOrder }: OnlineProduct,
): RawBuilder<string | null> => sql`coalesce(
  (select code from orders where user_id = ${customerId} and code = ${namedOrder}),
  (select line.order_code from order_products as line where line.user_id = ${customerId} and line.code = ${code}
    order by line.current_since desc limit 1))`;

/** SQL of all a customer's orders with an online product: an array of codes. */
export const ordersOfProductSql = (
  customerId: CustomerId,
  { code, namedOrder }: OnlineProduct,
): RawBuilder<string[]> => sql`array(
  select line.order_code from order_products as line where line.user_id = ${customerId} and line.code = ${code}
  union select own.code from orders as own where own.user_id = ${customerId} and own.code = ${namedOrder})`;
