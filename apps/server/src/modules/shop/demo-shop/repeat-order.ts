import { UNPAID_DAYS } from '@keepsake/contracts/orders/order-status';
import type { NewOrder } from '@keepsake/contracts/orders/orders';
import type { OutgoingEvent } from '@keepsake/contracts/outgoing-events';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Article } from '../../exchange/merchandise/index.ts';
import type { Channel } from '../../frame/channels/index.ts';
import { isPrint, priceToday, requireShopChannel, withTax } from './articles.ts';
import { promisedFor } from './order-timeline.ts';
import { paymentUrlOf } from './pay-order.ts';
import { orderCodeOf } from './place-demo-order.ts';
import { homeIn } from './places.ts';
import { bookCodeOf } from './project-products.ts';
import type { ShopOrder } from './shop-orders.ts';

type Repeat = {
  requested: Extract<OutgoingEvent, { type: 'order.reorder' }>['data'];
  existing: ReadonlySet<string>;
  startedAt: Date;
  articles: readonly Article[];
};

/** A new order for the named products of an old one, from the photos that still exist. Null if nothing is left to make. */
export function repeatOrder(
  shopOrder: ShopOrder,
  { requested, existing, startedAt, articles }: Repeat,
): NewOrder | null {
  const {
    order,
    chosen: { options },
  } = shopOrder;
  const channel = requireShopChannel(order.channel);
  const meant = new Set(requested.products.map(({ code }) => code));
  const orderCode = orderCodeOf(requested.reorderId);
  const products = order.products
    .filter(({ code }) => meant.has(code))
    .flatMap((product) => repeatProduct(product, { channel, existing, articles, options }))
    .map((product) => ({
      ...product,
      code: product.code === bookCodeOf(order.orderCode) ? bookCodeOf(orderCode) : product.code,
    }));
  if (products.length === 0) return null;
  const { customerId, currency, invoiceAddress, deliveryCharge = 0 } = order;
  return {
    orderCode,
    customerId,
    channel: channel.id,
    currency,
    status: 'paymentPending',
    products,
    total: products.reduce((sum, { price }) => sum + price, deliveryCharge),
    createdAt: startedAt.toISOString(),
    source: 'Resnap',
    ...deliveryOf(shopOrder, channel, startedAt),
    ...(invoiceAddress && { invoiceAddress }),
    deliveryCharge,
    deliveryPromise: promisedFor(startedAt),
    reorderOf: order.orderCode,
    paymentUrl: paymentUrlOf(orderCode),
  };
}

/** To the same place as before. */
function deliveryOf({ order, address }: ShopOrder, { country }: Channel, startedAt: Date) {
  const { deliveryType, pickupPoint, invoiceAddress } = order;
  if (deliveryType === 'PickupPoint' && pickupPoint) return { deliveryType, pickupPoint };
  return {
    deliveryType: 'Home' as const,
    deliveryAddress: address ?? order.deliveryAddress ?? homeIn(country, invoiceAddress?.name ?? ''),
    addressChangeableUntil: new Date(startedAt.getTime() + UNPAID_DAYS * DAY_MS).toISOString(),
  };
}

type Product = NewOrder['products'][number];
type Today = Parameters<typeof priceToday>[1] & { channel: Channel; existing: ReadonlySet<string> };

/** At today's price, minus the missing photos; earlier discounts do not apply again. */
function repeatProduct(product: Product, { channel, existing, articles, options }: Today): Product[] {
  const { voucher, voucherDetails, discounts, paymentChangedDate, ...rest } = product;
  const before = product.photoIds ?? [];
  const photoIds = before.filter((id) => existing.has(id));
  if (before.length > 0 && photoIds.length === 0) return [];
  // Prints keep their number of copies per photo; anything else is one thing, made from the remaining photos.
  const isByPhoto = isPrint(articles, product.article ?? product.code) && before.length > 0;
  const quantity = isByPhoto ? (product.quantity / before.length) * photoIds.length : product.quantity;
  const price = Math.round((priceToday(product, { articles, options }) * quantity) / product.quantity);
  return [
    {
      ...rest,
      quantity,
      ...withTax(price, channel.country),
      status: 'paymentPending',
      photoIds,
    },
  ];
}
