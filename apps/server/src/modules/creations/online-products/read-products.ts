import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { type IsOnlineProductSql, orderOfProductSql } from '../../orders/orders/index.ts';
import type { CodeRef } from './deps.ts';
import type { DocumentPurpose, ProductRef } from './store.ts';

export type ProductRow = NonNullable<Awaited<ReturnType<typeof readProduct>>>;
export type PictureRow = Awaited<ReturnType<typeof readPictures>>[number];

const DETAILS = [
  'id',
  'code',
  'channel',
  'kind',
  'title',
  'product',
  'format',
  'pages',
  'created_at',
] as const;

const orderCode = (customerId: CustomerId) =>
  orderOfProductSql(customerId, {
    code: sql.ref('online_products.code'),
    namedOrder: sql.ref('online_products.order_code'),
  }).as('order_code');

/** SQL telling whether a line of an order is an online product: a code that repeats belongs to the order its shop named. */
export const isOnlineProductSql: IsOnlineProductSql = (customerId, line) => sql`exists (
  select from online_products as online where online.user_id = ${customerId} and online.code = ${line.code}
    and (online.order_code is null or online.order_code = ${line.orderCode}))`;

export type RequestedProducts = { customerId: CustomerId; offset: number; limit: number };

/** A page of a customer's products, most recently made first. */
export function readListed(db: Queryable, { customerId, limit, offset }: RequestedProducts) {
  return db
    .selectFrom('online_products')
    .select([...DETAILS])
    .select(orderCode(customerId))
    .where('user_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countListed(db: Queryable, customerId: CustomerId): Promise<number> {
  const { total } = await db
    .selectFrom('online_products')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return total;
}

export async function readProduct(db: Queryable, { customerId, code }: CodeRef) {
  return db
    .selectFrom('online_products')
    .select([...DETAILS])
    .select(orderCode(customerId))
    .where('user_id', '=', customerId)
    .where('code', '=', code)
    .executeTakeFirst();
}

/** Pictures of the pages of products, or only of their first pages. */
export function readPictures(
  db: Queryable,
  {
    customerId,
    productIds,
    areCovers = false,
  }: { customerId: CustomerId; productIds: string[]; areCovers?: boolean },
) {
  const all = db
    .selectFrom('online_product_files')
    .select(['id', 'product_id', 'place', 'width', 'height', 'thumbhash'])
    .where('user_id', '=', customerId)
    .where('product_id', 'in', productIds)
    .where('purpose', '=', 'page');
  return (areCovers ? all.where('place', '=', 1) : all).execute();
}

/** The files of the pictures of a product's pages. */
export function readPageFiles(db: Queryable, { customerId, productId }: ProductRef) {
  return db
    .selectFrom('online_product_files')
    .select(['id', 'place', 'object_key as objectKey'])
    .where('user_id', '=', customerId)
    .where('product_id', '=', productId)
    .where('purpose', '=', 'page')
    .execute();
}

export function readDocuments(db: Queryable, { customerId, productId }: ProductRef) {
  return db
    .selectFrom('online_product_files')
    .select(['id', 'purpose', 'object_key as objectKey', 'bytes'])
    .where('user_id', '=', customerId)
    .where('product_id', '=', productId)
    .where('purpose', '<>', 'page')
    .$narrowType<{ purpose: DocumentPurpose }>()
    .execute();
}

/** Maps that came with a customer's online products, most recent first. */
export function listMaps(db: Queryable, customerId: CustomerId, limit: number) {
  return db
    .selectFrom('online_product_files as file')
    .innerJoin('online_products as of', (join) =>
      join.on('of.user_id', '=', customerId).onRef('of.id', '=', 'file.product_id'),
    )
    .select(['file.id', 'of.code as productCode', 'file.bytes', 'file.created_at as createdAt'])
    .select(sql<string | null>`coalesce(title, product)`.as('title'))
    .where('file.user_id', '=', customerId)
    .where('purpose', '=', 'map.pdf')
    .orderBy('file.created_at', 'desc')
    .orderBy('file.id')
    .limit(limit)
    .execute();
}

/** A file by its id, for its address. */
export function readFile(db: Queryable, customerId: CustomerId, fileId: string) {
  return db
    .selectFrom('online_product_files as file')
    .innerJoin('online_products as of', (join) =>
      join.on('of.user_id', '=', customerId).onRef('of.id', '=', 'file.product_id'),
    )
    .select(['of.code', 'of.title', 'file.purpose', 'file.object_key as objectKey', 'file.bytes'])
    .where('file.user_id', '=', customerId)
    .where('file.id', '=', fileId)
    .executeTakeFirst();
}
