import { createHash } from 'node:crypto';
import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { type OrderListFormat, sentenceOfFault } from '@keepsake/contracts/business/order-lists';
import { MAX_FAULTS_NOTIFIED } from '@keepsake/contracts/callback-events';
import { netOf, rateOf } from '@keepsake/contracts/orders/included-tax';
import type { Order } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { push } from '../../../platform/push.ts';
import { findCustomer } from '../../account/customers/index.ts';
import type { EventQueue } from '../../exchange/event-delivery/index.ts';
import { type ArticlesOf, inLanguage } from '../../exchange/merchandise/index.ts';
import { channelOrDefault, type defaultChannel } from '../../frame/channels/index.ts';
import { findRequests, findTaxFaults, type Placement } from '../../orders/orders/index.ts';
import { ftpUserOf } from './account.ts';
import type { ListReader } from './list-reader.ts';
import { faultOf } from './parsed.ts';
import type { Item, ReadOrder } from './read-list.ts';
import { insertList, type Sent, type TakenOrder } from './store.ts';

export type Buyer = {
  company: string | null;
  vatId: string | null;
  /** Null if none is saved. */
  invoiceAddress: PostalAddress | null;
};

/** Dependencies of taking files; the command has no whole platform. */
export type ProcessingDeps = Pick<Platform, 'db' | 'clock'> &
  Pick<EventQueue, 'notifyCustomer' | 'notifyServices'> & {
    lists: ListReader;
    articlesOf: ArticlesOf;
    /** Whether a customer is a business allowed to order. */
    mayOrder(customerId: CustomerId): Promise<boolean>;
    /** The ordering firm, as named on invoices. */
    buyerOf(customerId: CustomerId): Promise<Buyer>;
    /** The intake of orders; `onPlaced` runs in the transaction of a new one. Throws `conflict`. */
    placeOrder(placement: Omit<Placement, 'service'>): Promise<unknown>;
  };

type File = Sent & { bytes: Uint8Array; format: OrderListFormat };
type Outcome = Awaited<ReturnType<typeof orderAll>> & { id: string };

/**
 * Orders everything in a file, or nothing. Each order is identified by its reference: after a kill between two of them, or if the
 * file is sent again, existing ones stay unchanged.
 */
export async function processOrderFile(deps: ProcessingDeps, file: File): Promise<Outcome> {
  const { db, clock, notifyCustomer } = deps;
  const { customerId, name, sha256 } = file;
  const customer = await findCustomer(db, customerId);
  const channel = channelOrDefault(customer?.channel);
  const outcome = await orderAll(deps, file, channel);
  const id = newId();
  await db.transaction().execute(async (trx) => {
    const state = outcome.faults.length > 0 ? 'rejected' : 'taken';
    const now = clock();
    await insertList(trx, { id, customerId, name, sha256, state, ...outcome, now });
    await push(trx, customerId, { type: 'order-lists-changed', data: {} }, now);
    if (state === 'taken') return;
    const faults = outcome.faults.slice(0, MAX_FAULTS_NOTIFIED).map(({ line, reference, ...fault }) => ({
      line,
      reference,
      message: sentenceOfFault({ line, reference, ...fault }),
    }));
    const context = { customerId, channel: channel.id, fileId: id, name };
    await notifyCustomer(trx, customerId, { type: 'order-file.rejected', data: { ...context, faults } });
  });
  return { id, ...outcome };
}

type Channel = Pick<ReturnType<typeof defaultChannel>, 'id' | 'country' | 'currency' | 'locale' | 'legal'>;

async function orderAll(deps: ProcessingDeps, { customerId, bytes, format }: File, channel: Channel) {
  if (!(await deps.mayOrder(customerId))) return { orders: [], faults: [faultOf('account')] };
  const shop = {
    account: ftpUserOf(customerId),
    country: channel.country,
    articles: deps.articlesOf(channel.id),
  };
  const { orders, faults } = await deps.lists.read({ bytes, format, shop });
  if (faults.length > 0) return { orders: [], faults };
  const used = await findUsed(deps, customerId, orders);
  if (used.length > 0) return { orders: [], faults: used };
  const { invoiceAddress, ...firm } = await deps.buyerOf(customerId);
  // The delivery address is often not the payer's, so an invoice with it would be invalid.
  if (!invoiceAddress) return { orders: [], faults: [faultOf('invoice-address')] };
  const buyer = { ...firm, invoiceAddress };
  const ready = orders.map((order) => ({
    ...order,
    placed: placedOf(order, { customerId, channel, buyer }),
  }));
  const untaxed = ready.flatMap((order) => faultsOfTaxes(order, channel));
  if (untaxed.length > 0) return { orders: [], faults: untaxed };
  const taken: TakenOrder[] = [];
  for (const order of ready) {
    const { line, reference } = order;
    try {
      await place(deps, order);
      taken.push({ line, reference, orderCode: orderCodeOf(customerId, reference) });
    } catch (error) {
      // Another file with the same reference came between the check and the order.
      if (!(error instanceof Problem) || error.code !== 'conflict') throw error;
      return { orders: taken, faults: [faultOf('reference-used', { line, reference })] };
    }
  }
  return { orders: taken, faults: [] };
}

/** Orders have the customer's own reference, with a prefix that no other customer's share. */
const orderCodeOf = (customerId: CustomerId, reference: string): string =>
  `${createHash('sha256').update(customerId).digest('hex').slice(0, 8).toUpperCase()}-${reference}`;

const hashOf = ({ address, items }: ReadOrder): Buffer =>
  // The price is left out: the same order stays the same after a price change.
  createHash('sha256')
    .update(
      JSON.stringify([
        address,
        items.map(({ article: { id: code }, quantity, photoIds }) => ({ code, quantity, photoIds })),
      ]),
    )
    .digest();

/** References that already stand for other orders, so that nothing of the file is ordered. */
async function findUsed(
  { db }: Pick<ProcessingDeps, 'db'>,
  customerId: CustomerId,
  orders: readonly ReadOrder[],
) {
  const codes = orders.map(({ reference }) => orderCodeOf(customerId, reference));
  const existing = await findRequests(db, codes);
  const hashes = new Map(existing.map(({ orderCode, requestHash }) => [orderCode, requestHash]));
  return orders.flatMap((order) => {
    const { line, reference } = order;
    const hash = hashes.get(orderCodeOf(customerId, reference));
    return hash && !hash.equals(hashOf(order)) ? faultOf('reference-used', { line, reference }) : [];
  });
}

type Ordering = {
  customerId: CustomerId;
  channel: Channel;
  buyer: Buyer & { invoiceAddress: PostalAddress };
};

function placedOf({ reference, address, items }: ReadOrder, { customerId, channel, buyer }: Ordering): Order {
  const { company, vatId, invoiceAddress } = buyer;
  return {
    orderCode: orderCodeOf(customerId, reference),
    customerId,
    channel: channel.id,
    currency: channel.currency,
    total: items.reduce((sum, { price }) => sum + price, 0),
    status: 'approved',
    products: items.map((item) => productOf(item, channel)),
    source: 'Resnap',
    deliveryType: 'Home',
    deliveryAddress: address,
    // The firm pays, wherever the order is sent.
    invoiceAddress: { ...invoiceAddress, ...(company && { company }) },
    ...(vatId && { buyerVatId: vatId }),
  };
}

type Ready = ReadOrder & { placed: Order };

/** Articles that the intake would refuse because their taxes are not known: found before anything of the file is ordered. */
function faultsOfTaxes({ line, reference, placed }: Ready, { legal }: Channel) {
  if (legal.invoices !== 'issue') return [];
  const faults = findTaxFaults({ order: placed, seller: legal, isInvoiced: true });
  return faults.map(({ product }) => faultOf('tax', { line, reference, value: product }));
}

async function place(
  deps: Pick<ProcessingDeps, 'clock' | 'placeOrder' | 'notifyServices'>,
  { placed, ...order }: Ready,
): Promise<void> {
  const { orderCode, customerId, channel } = placed;
  const attempt = { endpoint: 'placeOrder', key: `order-list:${orderCode}`, requestHash: hashOf(order) };
  const placedAt = deps.clock().toISOString();
  const data = { customerId, channel, orderCode, placedAt, order: placed };
  await deps.placeOrder({
    attempt,
    order: placed,
    onPlaced: async (trx) =>
      void (await deps.notifyServices(trx, customerId, { type: 'order.placed', data })),
  });
}

/** A domestic sale, with the tax included in its price. */
function productOf(
  { article, quantity, price, photoIds }: Item,
  { locale }: Channel,
): Order['products'][number] {
  const { id: code, title, vatRate } = article;
  const rate = vatRate ?? 0;
  const tax = { netPrice: netOf(price, rateOf(rate)), vatRate: rate, vatCategory: 'S' as const };
  return {
    code,
    article: code,
    title: inLanguage(title, locale),
    quantity,
    price,
    photoIds,
    status: 'approved',
    ...(rate > 0 && tax),
  };
}
