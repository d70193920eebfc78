import type { OrderStatus } from '@keepsake/contracts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { push } from '../../../platform/push.ts';
import type { Deps } from './deps.ts';
import { lockOrder, readEvents } from './event-store.ts';
import { addUses, readPhotoIds, removeUses } from './photo-uses.ts';
import { readStandings } from './read-orders.ts';
import { type CurrentOrder, deriveOrder, isCancelled, type PlacedOrder } from './rules.ts';
import { type OrderRef, updateCurrent } from './store.ts';

type StorageDeps = Pick<Deps, 'clock' | 'extendStorage'>;

/**
 * Derives anew what an order is by now, after its events changed, and what follows from it for photos and storage: in their
 * transaction, under the order's lock.
 */
export async function refreshOrder(deps: StorageDeps, trx: Queryable, ref: OrderRef): Promise<void> {
  const { before, current } = await deriveStored(trx, ref);
  await followCancellations(deps, trx, { ref, before, current });
  await pushOrder(trx, ref, deps.clock());
}

async function deriveStored(trx: Queryable, ref: OrderRef) {
  const before = await readPlaced(trx, ref);
  const current = deriveOrder(before.placed, await readEvents(trx, ref));
  await updateCurrent(trx, ref, current);
  return { before, current };
}

/** Derives all orders of a customer anew; returns how many stood otherwise. */
export async function deriveAnew(db: Database, userId: string): Promise<number> {
  let changed = 0;
  for (const { orderCode } of await readStandings(db, userId)) {
    changed += await db.transaction().execute(async (trx) => {
      await lockOrder(trx, orderCode);
      const { before, current } = await deriveStored(trx, { userId, orderCode });
      return Number(
        before.statuses.some((status, position) => status !== current.products[position]?.status),
      );
    });
  }
  return changed;
}

/** Tells the customer's screens that an order is new or changed. */
export async function pushOrder(trx: Queryable, { userId, orderCode }: OrderRef, now: Date): Promise<void> {
  await push(trx, userId, { type: 'orders-changed', data: { orderCodes: [orderCode] } }, now);
}

type Placed = { placed: PlacedOrder; receivedAt: Date; statuses: string[] };

async function readPlaced(trx: Queryable, { userId, orderCode }: OrderRef): Promise<Placed> {
  const order = await trx
    .selectFrom('orders')
    .select([
      ...['created_at', 'received_at', 'status', 'total', 'payment_url', 'promised_from', 'promised_to'],
      'address_changeable_until',
    ] as const)
    .where('user_id', '=', userId)
    .where('code', '=', orderCode)
    .executeTakeFirstOrThrow();
  const lines = await trx
    .selectFrom('order_products')
    .select([
      'code',
      'production_order',
      'status',
      'payment_changed_at',
      'quantity',
      'price',
      'current_status',
    ])
    .where('user_id', '=', userId)
    .where('order_code', '=', orderCode)
    .orderBy('position')
    .execute();
  const { promised_from: from, promised_to: to } = order;
  const placed = {
    createdAt: order.created_at,
    status: order.status as OrderStatus,
    total: order.total,
    paymentUrl: order.payment_url,
    promised: from && to ? { from, to } : null,
    addressChangeableUntil: order.address_changeable_until,
    products: lines.map((line) => ({
      code: line.code,
      productionOrder: line.production_order,
      status: line.status as OrderStatus,
      paymentChangedAt: line.payment_changed_at,
      quantity: line.quantity,
      price: line.price,
    })),
  };
  const statuses = lines.map(({ current_status }) => current_status);
  return { placed, receivedAt: order.received_at, statuses };
}

type Followed = { ref: OrderRef; before: Placed; current: CurrentOrder };

/**
 * Photos of a product that is cancelled count as ordered no longer, and again once it was sent all the same. Storage that
 * was earned stays: what it would end cannot be undone.
 */
async function followCancellations(
  deps: StorageDeps,
  trx: Queryable,
  { ref, before, current }: Followed,
): Promise<void> {
  const were = before.statuses.map(isCancelled);
  const are = current.products.map(({ status }) => isCancelled(status));
  if (were.every((was, index) => was === are[index])) return;
  const { createdAt } = before.placed;
  if (were.every(Boolean)) await keepStorage(deps, trx, { ref, createdAt, receivedAt: before.receivedAt });
  const now = deps.clock();
  const positions = (isGone: boolean) => [...are.keys()].filter((index) => are[index] === isGone);
  const used = new Set(await readPhotoIds(trx, ref, positions(false)));
  const gone = await readPhotoIds(trx, ref, positions(true));
  await addUses(trx, ref, { photoIds: [...used], createdAt, now });
  await removeUses(trx, ref, { photoIds: gone.filter((photoId) => !used.has(photoId)), now });
}

type Earned = { ref: OrderRef; createdAt: Date; receivedAt: Date };

/** Keeps the customer's photos for an order; a shop's clock that is ahead earns no extra day. */
export async function keepStorage(
  { extendStorage }: Pick<Deps, 'extendStorage'>,
  trx: Queryable,
  { ref, createdAt, receivedAt }: Earned,
): Promise<void> {
  await extendStorage(trx, ref.userId, new Date(Math.min(createdAt.getTime(), receivedAt.getTime())));
}
