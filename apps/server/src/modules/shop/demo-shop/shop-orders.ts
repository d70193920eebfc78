import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { chosenOptions } from '@keepsake/contracts/creations/article-options';
import type { KnownOrderEvent } from '@keepsake/contracts/orders/order-events';
import type { NewOrder, OrderRef } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../platform/database/database.ts';
import {
  addJob,
  addJobs,
  keyedTask,
  type NewJob,
  PATIENT_ATTEMPTS,
  PRIORITY,
} from '../../../platform/jobs/jobs.ts';
import { parseStoredColumn } from '../../../platform/stored-json.ts';

/**
 * Names of jobs: to report an order and to make its photo book, payload OrderRef; to report an event, payload {customerId, event}.
 */
export const PLACE_ORDER = 'place-demo-order';
export const MAKE_BOOK = keyedTask('make-demo-book', { lossIs: 'an order of the demo shop has no book' });
export const REPORT_EVENT = 'report-demo-event';

/** Delay before a job reports an order, in milliseconds: needed only if the process dies before the intake answers. */
const UNANSWERED_MS = 10_000;

const withdrawal = z.object({
  id: z.string(),
  at: z.string(),
  codes: z.array(z.string()),
  /** False if it had been sent already, and comes back. */
  isCancelled: z.boolean(),
});
export type Withdrawal = z.infer<typeof withdrawal>;

/** Facts about a product that an order does not contain: the chosen options, and the pages of a photo book. */
const chosenDetails = z.object({ options: z.optional(chosenOptions), pages: z.optional(z.number()) });
export type Chosen = z.infer<typeof chosenDetails>;

const ownColumns = z.object({ withdrawals: z.array(withdrawal), chosen: chosenDetails });

/** An order in the books of the demo shop. */
export type ShopOrder = {
  order: NewOrder;
  idempotencyKey: string;
  startedAt: Date;
  paidAt: Date | null;
  productionAt: Date | null;
  sentAt: Date | null;
  address: PostalAddress | null;
  withdrawals: Withdrawal[];
  /** The project it was made from. */
  projectCode: string | null;
  chosen: Chosen;
};

export type NewShopOrder = Omit<ShopOrder, 'address' | 'withdrawals' | 'chosen'> &
  Partial<Pick<ShopOrder, 'chosen'>>;
type Milestones = Pick<ShopOrder, 'startedAt' | 'paidAt' | 'productionAt' | 'sentAt'>;

/** Records an order, with the jobs that report it and its events; an existing one stays unchanged. */
export async function recordOrder(
  trx: Queryable,
  { order, idempotencyKey, startedAt, paidAt, productionAt, sentAt, projectCode, chosen = {} }: NewShopOrder,
  events: readonly KnownOrderEvent[],
): Promise<void> {
  const { customerId, orderCode } = order;
  const added = await trx
    .insertInto('demo_shop_orders')
    .values({
      user_id: customerId,
      order_code: orderCode,
      body: JSON.stringify(order),
      idempotency_key: idempotencyKey,
      begun_at: startedAt,
      paid_at: paidAt,
      production_at: productionAt,
      sent_at: sentAt,
      project_code: projectCode,
      chosen: JSON.stringify(chosen),
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'order_code']).doNothing())
    .returning('order_code')
    .executeTakeFirst();
  if (!added || events.length === 0) return;
  const runAt = new Date(startedAt.getTime() + UNANSWERED_MS);
  const options = { runAt, maxAttempts: PATIENT_ATTEMPTS };
  const placing = { task: PLACE_ORDER, payload: { customerId, orderCode }, options };
  await addJobs(trx, [placing, ...events.map((event) => jobOf(customerId, event))]);
}

/** Has events reported once they have happened. */
export async function addEvents(
  trx: Queryable,
  customerId: CustomerId,
  events: readonly KnownOrderEvent[],
): Promise<void> {
  await addJobs(
    trx,
    events.map((event) => jobOf(customerId, event)),
  );
}

function jobOf(customerId: CustomerId, event: KnownOrderEvent): NewJob {
  const runAt = new Date(event.happenedAt);
  const options = { runAt, maxAttempts: PATIENT_ATTEMPTS };
  return { task: REPORT_EVENT, payload: { customerId, event }, options };
}

/** The entry of an order; undefined for another shop's. */
export async function findShopOrder(
  db: Queryable,
  { customerId, orderCode }: OrderRef,
  { isLocked = false } = {},
): Promise<ShopOrder | undefined> {
  const found = db
    .selectFrom('demo_shop_orders')
    .selectAll()
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode);
  const row = await (isLocked ? found.forUpdate() : found).executeTakeFirst();
  if (!row) return undefined;
  const { withdrawals, chosen } = row;
  return {
    order: row.body,
    idempotencyKey: row.idempotency_key,
    startedAt: row.begun_at,
    paidAt: row.paid_at,
    productionAt: row.production_at,
    sentAt: row.sent_at,
    address: row.address,
    projectCode: row.project_code,
    ...parseStoredColumn(ownColumns, { withdrawals, chosen }, `the demo shop's order ${orderCode}`),
  };
}

/** Has the photo book of an order made once production begins; for prints the job finds nothing to make. */
export async function addBookJob(trx: Queryable, ref: OrderRef, productionAt: Date): Promise<void> {
  await addJob(trx, MAKE_BOOK, ref, {
    key: `${MAKE_BOOK}:${ref.orderCode}`,
    priority: PRIORITY.bulk,
    maxAttempts: PATIENT_ATTEMPTS,
    sharedBy: ref.customerId,
    needsRoom: true,
    runAt: productionAt,
  });
}

/** Removes an order that the intake refused. */
export async function removeShopOrder(db: Queryable, { customerId, orderCode }: OrderRef): Promise<void> {
  await db
    .deleteFrom('demo_shop_orders')
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .execute();
}

/** Records when an order's life begins, and its milestones. */
export async function noteBegin(
  trx: Queryable,
  { customerId, orderCode }: OrderRef,
  { startedAt, paidAt, productionAt, sentAt }: Milestones,
): Promise<void> {
  await trx
    .updateTable('demo_shop_orders')
    .set({ begun_at: startedAt, paid_at: paidAt, production_at: productionAt, sent_at: sentAt })
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .execute();
}

/** Records the current delivery address of an order, unless a later version is recorded. */
export async function noteAddress(
  db: Queryable,
  { customerId, orderCode }: OrderRef,
  { address, version }: { address: PostalAddress; version: number },
): Promise<void> {
  await db
    .updateTable('demo_shop_orders')
    .set({ address: JSON.stringify(address), address_version: version })
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .where('address_version', '<', version)
    .execute();
}

export async function noteWithdrawal(
  trx: Queryable,
  { customerId, orderCode }: OrderRef,
  withdrawal: Withdrawal,
): Promise<void> {
  await trx
    .updateTable('demo_shop_orders')
    .set({ withdrawals: sql`withdrawals || ${JSON.stringify(withdrawal)}::jsonb` })
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .execute();
}
