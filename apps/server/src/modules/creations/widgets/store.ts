import type { Widget, WidgetSettings } from '@keepsake/contracts/creations/widgets';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { ShownProducts } from '../../../platform/database/database-types.ts';
import {
  type Block,
  blockSql,
  orderOfProductSql,
  ordersOfProductSql,
  parseBlock,
} from '../../orders/orders/index.ts';
import type { WidgetRef } from './deps.ts';

type Pages = Selectable<ShownProducts>['pages'];

/** A widget with the product that it shows. */
export type WidgetRow = {
  code: string;
  id: string;
  title: string | null;
  first_place: number;
  last_place: number | null;
  colours: Widget['colours'];
  size: Widget['size'];
  sites: string[];
  created_at: Date;
  visits: number;
  product_id: string;
  channel: string;
  kind: Widget['kind'];
  product_title: string | null;
  product: string | null;
  pages: Pages;
  order_code: string | null;
  block: Block | null;
  /** The first page shown, once its picture has arrived. */
  cover_id: string | null;
  cover_width: number | null;
  cover_height: number | null;
  cover_thumbhash: Buffer | null;
  /** Whether its customer's account is open. */
  is_open: boolean;
  total: number;
};

/** A widget's product in the statements below. */
const SHOWN = { code: sql.ref('of.code'), namedOrder: sql.ref('of.order_code') };

type Which = { customerId: CustomerId; code?: string; id?: string; orderCodes?: readonly string[] };
type Slice = { offset: number; limit: number };

/** Widgets of a customer with their products, most recently created first. */
export async function readWidgets(
  db: Queryable,
  { customerId, code, id, orderCodes }: Which,
  { offset, limit }: Slice = { offset: 0, limit: 1 },
): Promise<WidgetRow[]> {
  const which = [
    code === undefined ? sql`` : sql`and widget.code = ${code}`,
    id === undefined ? sql`` : sql`and widget.id = ${id}`,
  ];
  const ofOrders = orderCodes === undefined ? sql`` : sql`where orders && ${orderCodes}::text[]`;
  const { rows } = await sql<Omit<WidgetRow, 'block'> & { block: unknown }>`
    select *, ${blockSql(customerId, sql`widget.orders`)} as block, count(*) over ()::int as total,
      exists (select from customer_contacts where user_id = ${customerId} and deleted_at is null) as is_open
    from (
      select widget.code, widget.id, widget.title, first_place, last_place, colours, size, sites, widget.created_at, visits,
        of.id as product_id, of.channel, of.kind, of.title as product_title, of.product, of.pages,
        ${orderOfProductSql(customerId, SHOWN)} as order_code, ${ordersOfProductSql(customerId, SHOWN)} as orders,
        cover.id as cover_id, cover.width as cover_width, cover.height as cover_height,
        cover.thumbhash as cover_thumbhash
      from widgets as widget
      join shown_products as of on of.user_id = ${customerId} and of.code = widget.code
      left join shown_product_pages as cover on cover.user_id = ${customerId} and cover.product_id = of.id
        and cover.place = widget.first_place
      where widget.user_id = ${customerId} ${sql.join(which, sql` `)}
    ) as widget ${ofOrders}
    order by created_at desc, code limit ${limit} offset ${offset}`.execute(db);
  return rows.map((row) => ({ ...row, block: parseBlock(row.block) }));
}

export async function findWidget(
  db: Queryable,
  { customerId, code }: WidgetRef,
): Promise<WidgetRow | undefined> {
  const [row] = await readWidgets(db, { customerId, code });
  return row;
}

export async function findWidgetById(
  db: Queryable,
  { customerId, id }: { customerId: CustomerId; id: string },
): Promise<WidgetRow | undefined> {
  const [row] = await readWidgets(db, { customerId, id });
  return row;
}

/** An online product that a widget may show, and the order that blocks it; locked until the transaction ends. */
export async function lockProduct(
  trx: Queryable,
  { customerId, code }: WidgetRef,
): Promise<{ pages: Pages; block: Block | null } | undefined> {
  const orders = ordersOfProductSql(customerId, SHOWN);
  const { rows } = await sql<{ pages: Pages; block: unknown }>`
    select pages, ${blockSql(customerId, orders)} as block from shown_products as of
    where of.user_id = ${customerId} and of.code = ${code} for share of of`.execute(trx);
  const [product] = rows;
  return product && { pages: product.pages, block: parseBlock(product.block) };
}

/** Creates a widget or changes its settings; returns its id, and whether it is new. */
export async function upsertWidget(
  trx: Queryable,
  { customerId, code }: WidgetRef,
  { id, settings, now }: { id: string; settings: Required<WidgetSettings>; now: Date },
): Promise<{ isNew: boolean }> {
  const { title, firstPlace, lastPlace, colours, size, sites } = settings;
  const shown = { title, first_place: firstPlace, last_place: lastPlace, colours, size, sites };
  const row = await trx
    .insertInto('widgets')
    .values({ user_id: customerId, code, id, created_at: now, ...shown })
    .onConflict((conflict) => conflict.columns(['user_id', 'code']).doUpdateSet(shown))
    .returning('id')
    .executeTakeFirstOrThrow();
  return { isNew: row.id === id };
}

export async function insertLink(
  trx: Queryable,
  { customerId, code }: WidgetRef,
  tokenHash: Buffer,
): Promise<void> {
  await trx
    .insertInto('widget_links')
    .values({ token_hash: tokenHash, customer_id: customerId, code })
    .execute();
}

/** Deletes a widget with its address; returns its id. */
export async function removeWidget(
  trx: Queryable,
  { customerId, code }: WidgetRef,
): Promise<string | undefined> {
  await trx
    .deleteFrom('widget_links')
    .where('customer_id', '=', customerId)
    .where('code', '=', code)
    .execute();
  const removed = await trx
    .deleteFrom('widgets')
    .where('user_id', '=', customerId)
    .where('code', '=', code)
    .returning('id')
    .executeTakeFirst();
  return removed?.id;
}

/** The widget that an address opens. */
export async function findLink(db: Queryable, tokenHash: Buffer): Promise<WidgetRef | undefined> {
  const row = await db
    .selectFrom('widget_links')
    .select(['customer_id', 'code'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row && { customerId: row.customer_id, code: row.code };
}

export async function addVisits(
  db: Queryable,
  { customerId, code }: WidgetRef,
  visits: number,
): Promise<void> {
  await db
    .updateTable('widgets')
    .set((widget) => ({ visits: widget('visits', '+', visits) }))
    .where('user_id', '=', customerId)
    .where('code', '=', code)
    .execute();
}
