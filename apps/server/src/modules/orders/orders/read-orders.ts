import { MAX_LISTED_PHOTOS } from '@keepsake/contracts/orders/order-queries';
import { UNPAID_DAYS } from '@keepsake/contracts/orders/order-status';
import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type SqlBool, sql } from 'kysely';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { AddressChange } from './delivery-address.ts';
import type { Deps } from './deps.ts';
import { ADDRESSES, placedAddressesOf } from './placed-addresses.ts';

export type OrderList = {
  customerId: CustomerId;
  offset: number;
  limit: number;
  /** Excludes unpaid orders placed before this moment. */
  unpaidSince?: Date | null;
  /** Only orders placed after this moment. */
  placedSince?: Date | null;
  /** Only orders with one of these articles. */
  articles?: readonly string[] | null;
};

/** Unpaid orders placed before this are hidden. */
export const unpaidSince = (now: Date): Date => new Date(now.getTime() - UNPAID_DAYS * DAY_MS);

const LISTED = [
  ...[
    'code',
    'channel',
    'source',
    'currency',
    'created_at',
    'current_status',
    'current_since',
    'current_total',
  ],
  ...[
    'delivery_type',
    'first_promised_from',
    'first_promised_to',
    'expected_from',
    'expected_to',
    'delivered_at',
  ],
  ...['awaits_payment', 'current_payment_url', 'reorder_of'],
] as const;
const pickupPointName = sql<string | null>`pickup_point ->> 'name'`.as('pickup_point_name');
const LINE = [
  ...['line.order_code', 'line.position', 'line.code', 'line.production_order', 'line.title', 'line.article'],
  ...['line.current_quantity', 'line.current_price', 'line.current_status', 'line.current_since'],
  ...['line.current_payment_changed_at', 'line.voucher', 'line.voucher_details', 'line.photos_count'],
] as const;

function isListed({ customerId, unpaidSince: since = null, placedSince = null, articles = null }: OrderList) {
  return sql<SqlBool>`orders.user_id = ${customerId}
    ${since ? sql`and not (awaits_payment and created_at <= ${since})` : sql``}
    ${placedSince ? sql`and created_at > ${placedSince}` : sql``}
    ${
      articles
        ? sql`and exists (select from order_products as line where line.user_id = ${customerId}
            and line.order_code = orders.code and coalesce(line.article, line.code) = any(${articles}))`
        : sql``
    }`;
}

export type ListedRow = Awaited<ReturnType<typeof readListed>>[number];

/** A page of a customer's orders, newest first. */
export function readListed(db: Queryable, list: OrderList) {
  return db
    .selectFrom('orders')
    .select(LISTED)
    .select(pickupPointName)
    .where(isListed(list))
    .orderBy('created_at', 'desc')
    .orderBy('code')
    .limit(list.limit)
    .offset(list.offset)
    .execute();
}

/** The number of orders in a list, and of products in them [ORD-13]. */
export async function countListed(db: Queryable, list: OrderList) {
  const { rows } = await sql<{ total: number; products: number }>`
    select count(*) as total, coalesce(sum(products_count), 0)::bigint as products
    from orders where ${isListed(list)}`.execute(db);
  return { total: rows[0]?.total ?? 0, productsCount: rows[0]?.products ?? 0 };
}

export type OrderRow = NonNullable<Awaited<ReturnType<typeof readOrder>>>;

/** The whole order of a customer; undefined if there is none. */
export async function readOrder(db: Queryable, { customerId, orderCode }: OrderRef) {
  const row = await db
    .selectFrom('orders')
    .select(pickupPointName)
    .select([
      ...LISTED,
      ...ADDRESSES,
      ...(['status', 'total', 'delivery_charge', 'buyer_vat_id'] as const),
      ...(['promised_from', 'promised_to', 'address_changeable_until'] as const),
    ])
    .where('user_id', '=', customerId)
    .where('code', '=', orderCode)
    .executeTakeFirst();
  return row && { ...row, ...placedAddressesOf(row, { customerId, orderCode }) };
}

/** Lines of orders, each with its most likely picture: a file of the shop's, else its first photo, if that is shown. */
function lines(
  db: Queryable,
  { customerId, orderCodes }: { customerId: CustomerId; orderCodes: readonly string[] },
) {
  return db
    .selectFrom('order_products as line')
    .leftJoin('order_files as file', (join) =>
      join
        .onRef('file.order_code', '=', 'line.order_code')
        .onRef('file.product_code', '=', 'line.code')
        .on('file.user_id', '=', customerId)
        .on('file.purpose', '=', 'thumbnail'),
    )
    .leftJoin('library_photos as photo', (join) =>
      join
        .onRef('photo.id', '=', 'line.first_photo_id')
        .on('photo.user_id', '=', customerId)
        .on('photo.thumbnail_state', '=', 'success'),
    )
    .select([...LINE, 'file.id as file_id', 'photo.id as photo_id'])
    .where('line.user_id', '=', customerId)
    .where((eb) => eb('line.order_code', '=', eb.fn.any(eb.val([...orderCodes]))))
    .orderBy('line.order_code')
    .orderBy('line.position');
}

export type LineRow = Awaited<ReturnType<typeof readLines>>[number];

export async function readLines(db: Queryable, customerId: CustomerId, orderCodes: readonly string[]) {
  return withOtherPhotos(db, customerId, await lines(db, { customerId, orderCodes }).execute());
}

type Pictured = {
  order_code: string;
  position: number;
  photos_count: number | null;
  file_id: string | null;
  photo_id: string | null;
};

/** Replaces a missing first photo by the first that still exists. Only a few lines need it, so they are queried separately. */
async function withOtherPhotos<Line extends Pictured>(
  db: Queryable,
  customerId: CustomerId,
  read: Line[],
): Promise<Line[]> {
  const bare = read.filter((line) => !line.file_id && !line.photo_id && Number(line.photos_count) > 1);
  if (bare.length === 0) return read;
  const { rows } = await sql<{ order_code: string; position: number; id: string }>`
    select line.order_code, line.position, photo.id
    from unnest(${bare.map((line) => line.order_code)}::text[], ${bare.map(({ position }) => position)}::int[])
      as bare (order_code, position)
    join order_products as line on line.user_id = ${customerId} and line.order_code = bare.order_code
      and line.position = bare.position
    cross join lateral (select id from library_photos where user_id = ${customerId} and id = any(line.photo_ids)
      and thumbnail_state = 'success' order by array_position(line.photo_ids, id) limit 1) as photo`.execute(
    db,
  );
  const found = new Map(rows.map(({ order_code, position, id }) => [`${position} ${order_code}`, id]));
  return read.map((line) => ({
    ...line,
    photo_id: line.photo_id ?? found.get(`${line.position} ${line.order_code}`) ?? null,
  }));
}

export type WholeLineRow = Awaited<ReturnType<typeof readWholeLines>>[number];

/** The lines of one order with their taxes, and the first of their photos. */
export async function readWholeLines(
  { db, isOnlineProductSql }: Pick<Deps, 'db' | 'isOnlineProductSql'>,
  { customerId, orderCode }: OrderRef,
) {
  const read = await lines(db, { customerId, orderCodes: [orderCode] })
    .select(['line.net_price', 'line.vat_rate', 'line.vat_category', 'line.discounts'])
    .select(['line.is_personalised', 'line.withdrawal'])

    .select(
      isOnlineProductSql(customerId, {
        code: sql.ref('line.code'),
        orderCode: sql.ref('line.order_code'),
      }).as('is_online_product'),
    )
    .select(sql<string[]>`line.photo_ids[1:${sql.lit(MAX_LISTED_PHOTOS)}]`.as('photo_ids'))
    .execute();
  return withOtherPhotos(db, customerId, read);
}

/** Which of these photos are in the customer's library, and whether each can be shown. */
export async function findPhotos(
  db: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<ReadonlyMap<string, { isShown: boolean }>> {
  if (photoIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('library_photos')
    .select(['id', 'thumbnail_state'])
    .where('user_id', '=', customerId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...photoIds]))))
    .execute();
  return new Map(rows.map(({ id, thumbnail_state }) => [id, { isShown: thumbnail_state === 'success' }]));
}

/** The newest order to which a production order belongs. */
export async function findProductionOrder(
  db: Queryable,
  { customerId, code }: { customerId: CustomerId; code: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('order_products as line')
    .innerJoin('orders', (join) =>
      join.onRef('orders.code', '=', 'line.order_code').on('orders.user_id', '=', customerId),
    )
    .select('orders.code')
    .where('line.user_id', '=', customerId)
    .where('line.production_order', '=', code)
    .orderBy('orders.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.code ?? null;
}

/** The addresses requested from production. */
export function readAddressChanges(
  db: Queryable,
  { customerId, orderCode }: OrderRef,
): Promise<AddressChange[]> {
  return db
    .selectFrom('order_address_changes')
    .select(['version', 'address', 'requested_at as requestedAt', 'given_up_at as givenUpAt'])
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .execute();
}

export function readFiles(db: Queryable, { customerId, orderCode }: OrderRef) {
  return db
    .selectFrom('order_files')
    .select(['id', 'purpose', 'product_code', 'bytes'])
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .orderBy('purpose')
    .orderBy('product_code')
    .execute();
}

/** The state of an order, for the command line. */
export type OrderState = {
  orderCode: string;
  createdAt: string;
  /** When everything sent had arrived; null until then. */
  deliveredAt: string | null;
  products: { code: string; status: string; paymentChangedDate: string | null }[];
};

/** All orders of a customer, newest first. */
export async function readOrderStates(db: Queryable, customerId: CustomerId): Promise<OrderState[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_products as line', (join) =>
      join.onRef('line.order_code', '=', 'orders.code').on('line.user_id', '=', customerId),
    )
    .select(['orders.code as orderCode', 'orders.created_at', 'orders.delivered_at'])
    .select(['line.code', 'line.current_status', 'line.current_payment_changed_at'])
    .where('orders.user_id', '=', customerId)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.code')
    .orderBy('line.position')
    .execute();
  return [...Map.groupBy(rows, (row) => row.orderCode)].map(([orderCode, own]) => ({
    orderCode,
    createdAt: own[0]?.created_at.toISOString() ?? '',
    deliveredAt: own[0]?.delivered_at?.toISOString() ?? null,
    products: own.map((line) => ({
      code: line.code,
      status: line.current_status,
      paymentChangedDate: line.current_payment_changed_at?.toISOString() ?? null,
    })),
  }));
}
