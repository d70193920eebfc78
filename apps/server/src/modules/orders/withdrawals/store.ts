import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { channelOrDefault } from '../../frame/channels/index.ts';
import { findRequests, type WithdrawnOrder } from '../orders/index.ts';
import { returnBy } from './rules.ts';

export type Declaration = {
  channel: string;
  order: string;
  products: string[];
  productCodes: string[];
  name: string;
  email: string;
};
export type DeclarationRef = { customerId: CustomerId; id: string };
type NewDeclaration = Declaration & DeclarationRef & { declaredAt: Date };

export async function insertDeclaration(trx: Queryable, declared: NewDeclaration): Promise<void> {
  const { customerId, id, order, productCodes, declaredAt, ...details } = declared;
  const written = { ...details, declared_order: order, product_codes: productCodes };
  await trx
    .insertInto('withdrawals')
    .values({ user_id: customerId, id, ...written, declared_at: declaredAt })
    .execute();
}

export type WaitingRow = NonNullable<Awaited<ReturnType<typeof lockWaiting>>>;

/** A declaration not passed on yet, locked until it is. */
export function lockWaiting(trx: Queryable, { customerId, id }: DeclarationRef) {
  return trx
    .selectFrom('withdrawals')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('id', '=', id)
    .where('passed_on_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** A declaration, whoever it is of. */
export function findDeclaration(db: Queryable, id: string) {
  return db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The order that a declaration is about, if there is one, and when it was passed on. */
export type PassedOn = { found: OrderRef | null; now: Date };

/** Records that a declaration was passed on, and moves it to the order's customer. */
export async function recordPassedOn(
  trx: Queryable,
  row: WaitingRow,
  { found, now }: PassedOn,
): Promise<void> {
  await trx.deleteFrom('withdrawals').where('user_id', '=', row.user_id).where('id', '=', row.id).execute();
  const user_id = found?.customerId ?? row.user_id;
  const order_code = found?.orderCode ?? null;
  await trx
    .insertInto('withdrawals')
    .values({ ...row, user_id, order_code, passed_on_at: now })
    .execute();
}

/** The orders with these codes, of any customer. */
export async function findOwners(trx: Queryable, codes: readonly string[]): Promise<OrderRef[]> {
  return (await findRequests(trx, codes)).flatMap(({ orderCode, customerId }) =>
    customerId === null ? [] : [{ customerId, orderCode }],
  );
}

/** What of these orders of a customer is withdrawn from, by code. */
export async function readWithdrawn(
  db: Queryable,
  customerId: CustomerId,
  orders: readonly { code: string; channel: string }[],
): Promise<Map<string, WithdrawnOrder>> {
  const rows = await db
    .selectFrom('withdrawals')
    .select(['order_code', 'declared_at', 'products', 'product_codes'])
    .select(
      sql<boolean>`exists (select from reported_events as event where event.user_id = ${customerId}
        and event.order_code = withdrawals.order_code and event.type = 'refunded'
        and event.happened_at >= withdrawals.declared_at)`.as('is_refunded'),
    )
    .where('user_id', '=', customerId)
    .where((eb) => eb('order_code', '=', eb.fn.any(eb.val(orders.map(({ code }) => code)))))
    .orderBy('declared_at', 'desc')
    .execute();
  const byOrder = Map.groupBy(rows, ({ order_code }) => order_code);
  return new Map(
    orders.flatMap(({ code, channel }) => {
      const own = byOrder.get(code) ?? [];
      const [newest] = own;
      if (!newest) return [];
      const returnDay = returnBy(newest.declared_at, channelOrDefault(channel).timeZone);
      const withdrawn: WithdrawnOrder = {
        declaredAt: newest.declared_at,
        isWhole: own.some(({ products }) => products.length === 0),
        productCodes: own.flatMap(({ product_codes }) => product_codes),
        returnBy: newest.is_refunded ? null : returnDay.toString(),
      };
      return [[code, withdrawn] as const];
    }),
  );
}

/** The declarations for an order, newest first. */
export function readDeclarations(db: Queryable, { customerId, orderCode }: OrderRef) {
  return db
    .selectFrom('withdrawals')
    .select(['id', 'declared_at', 'products', 'product_codes'])
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .orderBy('declared_at', 'desc')
    .execute();
}
