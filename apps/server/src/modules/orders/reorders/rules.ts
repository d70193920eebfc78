import type { KnownOrderEvent } from '@keepsake/contracts/orders/order-events';
import type { VoucherDetails } from '@keepsake/contracts/orders/orders';
import type { getReorderStatus } from '@keepsake/contracts/orders/reorders';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { DAY_MS } from '../../../platform/clock.ts';

export type ReorderStatus = ResponseOf<typeof getReorderStatus>;
type Product = ReorderStatus['products'][number];
export type Reorder = ReorderStatus['reorders'][number];
type Offer = Extract<KnownOrderEvent, { type: 'reorder-offer' }>['data'];

/** An order to be repeated. */
export type Repeated = {
  total: number;
  deliveryCharge: number | null;
  lines: readonly RepeatedLine[];
};
export type RepeatedLine = Pick<
  Product,
  'code' | 'quantity' | 'photosCount' | 'missingPhotosCount' | 'withdrawal'
> & {
  isCancelled: boolean;
  price: number;
  voucher: string | null;
  voucherDetails: VoucherDetails | null;
};

type Priced = Pick<ReorderStatus, 'products' | 'total' | 'deliveryCharge' | 'isPriceOfToday'>;

/**
 * What the same costs today: the shop's latest offer, else the original price without discounts that may have ended. It is the
 * maximum that the customer pays, so an uncertain reduction is left out.
 */
export function priceToday(order: Repeated, offer: Offer | null, now: Date): Priced {
  const products = order.lines.map((line) => priceProduct(line, offer, now));
  const deliveryCharge = offer?.deliveryCharge ?? order.deliveryCharge;
  const pricesOf = (which: readonly Product[]) => which.reduce((sum, { price }) => sum + (price ?? 0), 0);
  if (!offer) {
    const sumThen = order.lines.reduce((sum, { price }) => sum + price, 0) + (order.deliveryCharge ?? 0);
    const surcharge = Math.max(0, order.total - sumThen);
    const total = pricesOf(products) + (deliveryCharge ?? 0) + surcharge;
    return { products, deliveryCharge, total, isPriceOfToday: false };
  }
  // The shop does not know about deleted photos, and its offer may include cancelled products.
  const unmakeable = products.filter(({ leftOut }) => leftOut !== null);
  const saved = unmakeable.reduce((sum, product) => sum + (offeredPrice(offer, product) ?? 0), 0);
  return { products, deliveryCharge, total: Math.max(0, offer.total - saved), isPriceOfToday: true };
}

function priceProduct(line: RepeatedLine, offer: Offer | null, now: Date): Product {
  const { voucher, voucherDetails, price: priceThen, isCancelled, ...details } = line;
  const hasEnded = !(voucherDetails?.expiresAt && new Date(voucherDetails.expiresAt) > now);
  const takenOff = voucher !== null && hasEnded ? (voucherDetails?.amount ?? 0) : 0;
  const offered = offer ? offeredPrice(offer, line) : undefined;
  const price = offered === undefined ? priceThen + takenOff : offered;
  const isUnmakeable = line.photosCount > 0 && line.missingPhotosCount === line.photosCount;
  const missing = isUnmakeable ? 'photos-missing' : null;
  const leftOut = isCancelled ? 'cancelled' : price === null ? 'not-sold' : missing;
  return {
    ...details,
    priceThen,
    price: leftOut ? null : price,
    leftOut,
    voucher: voucher === null ? null : { code: voucher, title: voucherDetails?.title ?? null, hasEnded },
  };
}

/** Null if it is no longer sold, undefined if the shop did not say. */
const offeredPrice = ({ products }: Offer, { code }: { code: string }) =>
  products.find((product) => product.code === code)?.price;

type ReorderContext = {
  isOffered: boolean;
  isUnpaid: boolean;
  reorders: readonly Pick<Reorder, 'state'>[];
  products: readonly Pick<Product, 'leftOut'>[];
};

/** Why it cannot be reordered now. */
export function obstacleOf({
  isOffered,
  isUnpaid,
  reorders,
  products,
}: ReorderContext): ReorderStatus['obstacle'] {
  if (!isOffered) return 'not-offered';
  if (isUnpaid) return 'unpaid';
  if (reorders.some(({ state }) => state === 'sent')) return 'sent';
  return products.every(({ leftOut }) => leftOut !== null) ? 'nothing-left' : null;
}

export type RequestedReorder = {
  id: string;
  requestedAt: Date;
  ordersBefore: number;
  /** Since when it is void because the shop could not be reached. */
  voidAt: Date | null;
};
type Answers = {
  /** Orders that name the old one, in order of arrival. */
  orders: readonly { code: string; paymentUrl: string | null; receivedAt: Date }[];
  refusals: ReadonlyMap<string, string | null>;
};

/** The outcomes of reorders, newest first: each waits for the next order that names the old one, or for a refusal. */
export function deriveReorders(
  requested: readonly RequestedReorder[],
  { orders, refusals }: Answers,
): Reorder[] {
  return requested
    .toSorted((a, b) => b.requestedAt.getTime() - a.requestedAt.getTime())
    .map((each) => {
      const { id, requestedAt, ordersBefore, voidAt } = each;
      const isRefused = refusals.has(id);
      const order = isRefused ? undefined : orders.slice(ordersBefore).find(isAnswerTo(each));
      const unanswered = voidAt ? 'unreached' : 'sent';
      return {
        reorderId: id,
        requestedAt: requestedAt.toISOString(),
        state: isRefused ? 'refused' : order ? 'ordered' : unanswered,
        orderCode: order?.code ?? null,
        paymentUrl: order?.paymentUrl ?? null,
        refusal: refusals.get(id) ?? null,
      };
    });
}

/** An order that arrives after a reorder became void answers another one. */
const isAnswerTo =
  ({ voidAt }: RequestedReorder) =>
  ({ receivedAt }: { receivedAt: Date }) =>
    voidAt === null || receivedAt <= voidAt;

/** How many days delivery was promised to take, counted from the day of the order. */
export function daysPromised(createdAt: Date, from: string | null, to: string | null) {
  const daysTo = (day: string) =>
    Math.max(0, (Date.parse(day) - Date.parse(createdAt.toISOString().slice(0, 10))) / DAY_MS);
  return from && to ? { from: daysTo(from), to: daysTo(to) } : null;
}
