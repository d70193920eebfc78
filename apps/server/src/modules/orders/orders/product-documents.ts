import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';

/** The latest ordered product with this code; undefined if no order has one. */
export function findOrderedProduct(db: Queryable, customerId: CustomerId, productCode: string) {
  return db
    .selectFrom('order_products as line')
    .innerJoin('orders', (join) =>
      join.on('orders.user_id', '=', customerId).onRef('orders.code', '=', 'line.order_code'),
    )
    .select([
      'line.order_code as orderCode',
      'line.title',
      'orders.channel',
      'orders.created_at as createdAt',
    ])
    .where('line.user_id', '=', customerId)
    .where('line.code', '=', productCode)
    .orderBy('orders.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The documents of a product from any order: the latest for each purpose. */
export function findProductFiles(db: Queryable, customerId: CustomerId, productCode: string) {
  return db
    .selectFrom('order_files')
    .distinctOn('purpose')
    .select(['id', 'purpose', 'object_key as objectKey', 'bytes'])
    .where('user_id', '=', customerId)
    .where('product_code', '=', productCode)
    .where('purpose', 'in', ['product.pdf', 'map.pdf'])
    .$narrowType<{ purpose: 'product.pdf' | 'map.pdf' }>()
    .orderBy('purpose')
    .orderBy('created_at', 'desc')
    .execute();
}

/** [PDT-04] The maps of a customer's orders, most recent first. */
export function listMaps(db: Queryable, customerId: CustomerId, limit: number) {
  return db
    .selectFrom('order_files as file')
    .select(['id', 'product_code as productCode', 'bytes', 'file.created_at as createdAt'])
    .select((eb) =>
      eb
        .selectFrom('order_products as line')
        .select('title')
        .where('line.user_id', '=', customerId)
        .whereRef('line.order_code', '=', 'file.order_code')
        .whereRef('line.code', '=', 'file.product_code')
        .limit(1)
        .as('title'),
    )
    .where('file.user_id', '=', customerId)
    .where('purpose', '=', 'map.pdf')
    .orderBy('file.created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}
