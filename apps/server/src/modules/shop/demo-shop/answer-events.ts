import type { KnownOrderEvent } from '@keepsake/contracts/orders/order-events';
import type { NewOrder } from '@keepsake/contracts/orders/orders';
import type { OutgoingEvent } from '@keepsake/contracts/outgoing-events';
import { findChannel } from '../../frame/channels/index.ts';
import { requireShopChannel } from './articles.ts';
import { DEMO_SHOP_SERVICE, type ShopDeps } from './deps.ts';
import { milestonesOf, planTimeline, promisedFor } from './order-timeline.ts';
import { reportOrder } from './place-demo-order.ts';
import { removeProject } from './project-store.ts';
import { repeatOrder } from './repeat-order.ts';
import {
  addEvents,
  findShopOrder,
  noteAddress,
  noteWithdrawal,
  recordOrder,
  type ShopOrder,
  type Withdrawal,
} from './shop-orders.ts';
import { translatorFor } from './texts.ts';

type Received<Type extends OutgoingEvent['type']> = Extract<OutgoingEvent, { type: Type }>['data'];

/** How long the shop takes to answer requests, and how long returns are in transit, as shares of an order's life. */
const THINKING = 0.02;
const RETURNING = 0.3;

const later = (instant: string, seconds: number): string =>
  new Date(Date.parse(instant) + Math.round(1_000 * seconds)).toISOString();

/** When the shop answers an event; null if it needs no answer. */
export function answerTimeOf({ type, data }: OutgoingEvent, seconds: number): string | null {
  if (type === 'order.address-change' || type === 'order.reorder')
    return later(data.requestedAt, THINKING * seconds);
  if (type === 'order.placed') return data.placedAt;
  if (type === 'project.deleted') return data.deletedAt;
  return type === 'order.withdrawal' ? later(data.declaredAt, THINKING * seconds) : null;
}

/**
 * Answers what customers asked of the shop; ignores orders that are not its own. Repeated events get the same answer, which
 * changes nothing.
 */
export async function answerEvent(deps: ShopDeps, event: OutgoingEvent): Promise<void> {
  const at = answerTimeOf(event, deps.seconds);
  if (at === null) return;
  if (event.type === 'order.address-change') await answerAddressChange(deps, event.data, at);
  if (event.type === 'order.reorder') await answerReorder(deps, event.data, at);
  if (event.type === 'order.placed') await beginOrder(deps, event.data);
  if (event.type === 'order.withdrawal') await answerWithdrawal(deps, event.data, at);
  if (event.type === 'project.deleted' && event.data.service === DEMO_SHOP_SERVICE)
    await removeProject(deps.db, { customerId: event.data.customerId, code: event.data.projectCode });
}

/** Makes what was ordered by file, like everything that is paid; the order itself is already known and need not be reported. */
async function beginOrder(
  { db, seconds, articlesOf }: Pick<ShopDeps, 'db' | 'seconds' | 'articlesOf'>,
  { order: placed, placedAt }: Received<'order.placed'>,
): Promise<void> {
  const startedAt = new Date(placedAt);
  const started = { startedAt, seconds };
  const order = { ...placed, createdAt: placedAt, deliveryPromise: promisedFor(startedAt) };
  const channel = requireShopChannel(order.channel);
  const entry = {
    order,
    idempotencyKey: order.orderCode,
    projectCode: null,
    startedAt,
    ...milestonesOf(started),
  };
  const timeline = planTimeline({ order, channel, articles: articlesOf(channel.id), ...started });
  await db.transaction().execute(async (trx) => {
    await recordOrder(trx, entry, []);
    await addEvents(trx, order.customerId, timeline);
  });
}

/** Production accepts another address until it begins. */
async function answerAddressChange(
  { db, intake }: Pick<ShopDeps, 'db' | 'intake'>,
  { customerId, channel, orderCode, version, address, requestedAt }: Received<'order.address-change'>,
  happenedAt: string,
): Promise<void> {
  const ref = { customerId, orderCode };
  const entry = await findShopOrder(db, ref);
  if (!entry) return;
  const isInTime = entry.productionAt === null || requestedAt < entry.productionAt.toISOString();
  const answer = { id: `${orderCode}:address:${version}`, orderCode, happenedAt, data: { version } };
  if (isInTime) await noteAddress(db, ref, { address, version });
  const note = textsOf(channel)('note.address-refused');
  await intake.reportEvents([
    isInTime ? { ...answer, type: 'address-accepted' } : { ...answer, type: 'address-refused', note },
  ]);
}

/**
 * Creates a new order for the named products, from the photos that still exist, or refuses if it would cost more than agreed. Its
 * life begins when the customer pays.
 */
async function answerReorder(
  deps: ShopDeps,
  requested: Received<'order.reorder'>,
  happenedAt: string,
): Promise<void> {
  const { customerId, channel, reorderId, orderCode, total } = requested;
  const entry = await findShopOrder(deps.db, { customerId, orderCode });
  if (!entry) return;
  const photoIds = entry.order.products.flatMap((product) => product.photoIds ?? []);
  const existing = await deps.findPhotoIds(customerId, photoIds);
  const startedAt = new Date(happenedAt);
  const articles = deps.articlesOf(channel);
  const order = repeatOrder(entry, { requested, existing, startedAt, articles });
  if (order && order.total <= total) {
    const unpaid = {
      idempotencyKey: reorderId,
      // A photo book is made from its project again.
      projectCode: entry.projectCode,
      chosen: entry.chosen,
      startedAt,
      paidAt: null,
      productionAt: null,
      sentAt: null,
    };
    await deps.db.transaction().execute((trx) => recordOrder(trx, { order, ...unpaid }, []));
    return await reportOrder(deps, { customerId, orderCode: order.orderCode });
  }
  const id = `${orderCode}:reorder:${reorderId}`;
  const note = textsOf(channel)('note.reorder-refused');
  await deps.intake.reportEvents([
    { id, orderCode, happenedAt, type: 'reorder-refused', note, data: { reorderId } },
  ]);
}

/** Frames not yet sent are cancelled, sent ones refunded once they are back; prints are personalised and cannot be returned. */
async function answerWithdrawal(
  { db, seconds }: Pick<ShopDeps, 'db' | 'seconds'>,
  {
    channel,
    withdrawalId: id,
    customerId,
    orderCode,
    products,
    productCodes,
    declaredAt,
  }: Received<'order.withdrawal'>,
  at: string,
): Promise<void> {
  if (customerId === null || orderCode === null) return;
  const ref = { customerId, orderCode };
  await db.transaction().execute(async (trx) => {
    const entry = await findShopOrder(trx, ref, { isLocked: true });
    if (!entry) return;
    const present = entry.withdrawals.find((withdrawal) => withdrawal.id === id);
    const isCancelled = entry.sentAt === null || declaredAt < entry.sentAt.toISOString();
    const withdrawal = present ?? {
      id,
      at,
      codes: codesOf(entry, productCodes.length > 0 ? productCodes : products),
      isCancelled,
    };
    if (withdrawal.codes.length === 0) return;
    if (!present) await noteWithdrawal(trx, ref, withdrawal);
    const events = withdrawalEvents({ entry, withdrawal, t: textsOf(channel), seconds });
    await addEvents(trx, customerId, events);
  });
}

/** The named products that may be returned and have not been withdrawn yet. */
function codesOf({ order, withdrawals }: ShopOrder, named: readonly string[]): string[] {
  const withdrawn = withdrawals.flatMap(({ codes }) => codes);
  return order.products
    .filter(({ code, title }) => named.length === 0 || named.includes(code) || named.includes(title ?? ''))
    .filter(({ code, withdrawal }) => withdrawal && 'days' in withdrawal && !withdrawn.includes(code))
    .map(({ code }) => code);
}

type Withdrawn = {
  entry: ShopOrder;
  withdrawal: Withdrawal;
  t: ReturnType<typeof translatorFor>;
  seconds: number;
};

function withdrawalEvents({ entry, withdrawal, t, seconds }: Withdrawn): KnownOrderEvent[] {
  const { order, paidAt } = entry;
  const { id, at, codes: productCodes, isCancelled } = withdrawal;
  const context = (name: string, happenedAt: string) => ({
    id: `${order.orderCode}:withdrawal:${id}:${name}`,
    orderCode: order.orderCode,
    happenedAt,
    productCodes,
  });
  const amount = amountOf(order, productCodes);
  const isPaid = paidAt !== null && paidAt.toISOString() <= at;
  if (!isCancelled) {
    const returned = later(at, RETURNING * seconds);
    return [
      { ...context('returned', returned), type: 'refunded', note: t('note.returned'), data: { amount } },
    ];
  }
  return [
    { ...context('cancelled', at), type: 'status', note: t('note.cancelled'), data: { status: 'Cancelled' } },
    ...(isPaid
      ? ([
          { ...context('refunded', later(at, THINKING * seconds)), type: 'refunded', data: { amount } },
        ] satisfies KnownOrderEvent[])
      : []),
  ];
}

/** Delivery is refunded with the whole order (Directive 2011/83, article 13). */
function amountOf({ products, deliveryCharge = 0 }: NewOrder, codes: readonly string[]): number {
  const given = products.filter(({ code }) => codes.includes(code));
  const delivery = given.length === products.length ? deliveryCharge : 0;
  return given.reduce((sum, { price }) => sum + price, delivery);
}

const textsOf = (channel: string) => translatorFor(findChannel(channel)?.locale ?? 'en-GB', channel);
