import {
  type BodyOf,
  type DemoProduct,
  type NewOrder,
  PRINT_PRODUCT,
  type placeDemoOrder as placeDemoOrderEndpoint,
} from '@keepsake/contracts';
import { Problem } from '../../../platform/problem.ts';

export type Deps = {
  /** ISO 4217 of a channel's prices; null for an unknown channel. */
  currencyOf(channel: string): string | null;
  /** The existing photos of the customer's selection. Throws `not-found` once it has expired. */
  openSelection(userId: string, selectionId: string): Promise<string[]>;
  /** Passes an order on as a shop system does: over HTTP, with the shop's credential. */
  sendOrder(order: NewOrder, idempotencyKey: string): Promise<{ status: number }>;
};

type Asked = BodyOf<typeof placeDemoOrderEndpoint> & { customerId: string };
type Article = { code: string; width: number; height: number; prices: Record<string, number> };

/** Photo prints in the usual sizes, with made-up prices in minor units. */
const ARTICLES: readonly Article[] = [
  { code: PRINT_PRODUCT, width: 150, height: 100, prices: { GBP: 19, EUR: 22, SEK: 250 } },
  { code: 'PAP_913', width: 180, height: 130, prices: { GBP: 35, EUR: 39, SEK: 450 } },
  { code: 'PAP_920', width: 300, height: 200, prices: { GBP: 149, EUR: 169, SEK: 1_900 } },
  { code: 'PAP_945', width: 450, height: 300, prices: { GBP: 499, EUR: 549, SEK: 5_900 } },
];

/** The products sold in a currency. */
export function listProducts(currency: string): DemoProduct[] {
  return ARTICLES.flatMap(({ prices, ...article }) => {
    const price = prices[currency];
    return price === undefined ? [] : [{ ...article, price }];
  });
}

/** The currency of a channel; throws `invalid-request` for an unknown channel. */
export function requireCurrency({ currencyOf }: Pick<Deps, 'currencyOf'>, channel: string): string {
  const currency = currencyOf(channel);
  if (currency === null) throw invalid('channel', 'is none of our channels');
  return currency;
}

/**
 * Orders prints of a selection. The selection's id is the idempotency key, so that a request without an answer can be
 * repeated: the intake recognises the order.
 */
export async function placeDemoOrder(deps: Deps, asked: Asked): Promise<{ orderCode: string }> {
  const { customerId, tempSelectionId } = asked;
  const photoIds = await deps.openSelection(customerId, tempSelectionId);
  if (photoIds.length === 0) throw new Problem('not-found');
  const order = composeOrder(deps, asked, photoIds);
  const { status } = await deps.sendOrder(order, tempSelectionId);
  if (status === 409) throw new Problem('conflict');
  if (status === 404) throw new Problem('not-found');
  if (status !== 200) throw new Problem('unavailable');
  return { orderCode: order.orderCode };
}

/** Contains no time, so that a repeated order equals the first. */
function composeOrder(deps: Deps, asked: Asked, photoIds: string[]): NewOrder {
  const { customerId, tempSelectionId, channel, productCode, quantity: prints } = asked;
  const currency = requireCurrency(deps, channel);
  const product = listProducts(currency).find(({ code }) => code === productCode);
  if (!product) throw invalid('body.productCode', 'is not sold here');
  const quantity = prints * photoIds.length;
  const price = quantity * product.price;
  const status = 'paymentFree';
  return {
    orderCode: orderCodeOf(tempSelectionId),
    customerId,
    channel,
    currency,
    total: price,
    status,
    products: [{ code: productCode, quantity, price, status, photoIds }],
  };
}

/** Unique per selection, and short enough to be read out. */
function orderCodeOf(tempSelectionId: string): string {
  return `DEMO-${tempSelectionId.slice(-12).toUpperCase()}`;
}

function invalid(path: string, message: string): Problem {
  return new Problem('invalid-request', { errors: [{ path, message }] });
}
