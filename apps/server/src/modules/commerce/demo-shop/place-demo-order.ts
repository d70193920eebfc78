import { createHash } from 'node:crypto';
import {
  type BodyOf,
  type DemoProduct,
  type NewOrder,
  PRINT_PRODUCT,
  type placeDemoOrder as placeDemoOrderEndpoint,
} from '@keepsake/contracts';
import { Problem } from '../../../platform/problem.ts';

export type ShopDeps = {
  /** ISO 4217 of a channel's prices; null for an unknown channel. */
  currencyOf(channel: string): string | null;
  /** The existing photos of the customer's selection. Throws `not-found` once it has expired. */
  openSelection(userId: string, selectionId: string): Promise<string[]>;
  /** Passes an order on as a shop system does: over HTTP, with the shop's credential. */
  sendOrder(order: NewOrder, idempotencyKey: string): Promise<{ status: number }>;
};

type Asked = BodyOf<typeof placeDemoOrderEndpoint> & {
  customerId: string;
  /** Names the order where no selection does. */
  key: string;
};
type Article = { code: string; width: number; height: number; prices: Record<string, number> };

/** Photo prints in the usual sizes, with made-up prices in minor units. */
const PRINTS: readonly Article[] = [
  { code: PRINT_PRODUCT, width: 150, height: 100, prices: { GBP: 19, EUR: 22, SEK: 250 } },
  { code: 'PAP_913', width: 180, height: 130, prices: { GBP: 35, EUR: 39, SEK: 450 } },
  { code: 'PAP_920', width: 300, height: 200, prices: { GBP: 149, EUR: 169, SEK: 1_900 } },
  { code: 'PAP_945', width: 450, height: 300, prices: { GBP: 499, EUR: 549, SEK: 5_900 } },
];

/** Frames for the smaller sizes: what can be ordered while a library is hidden or empty. */
const FRAMES: readonly Article[] = [
  { code: 'FRA_910', width: 150, height: 100, prices: { GBP: 899, EUR: 999, SEK: 10_900 } },
  { code: 'FRA_913', width: 180, height: 130, prices: { GBP: 1_199, EUR: 1_299, SEK: 13_900 } },
  { code: 'FRA_920', width: 300, height: 200, prices: { GBP: 1_999, EUR: 2_199, SEK: 22_900 } },
];

/** The prints sold in a currency. */
export const listPrints = (currency: string): DemoProduct[] => listArticles(PRINTS, currency);

/** The frames sold in a currency. */
export const listFrames = (currency: string): DemoProduct[] => listArticles(FRAMES, currency);

function listArticles(articles: readonly Article[], currency: string): DemoProduct[] {
  return articles.flatMap(({ prices, ...article }) => {
    const price = prices[currency];
    return price === undefined ? [] : [{ ...article, price }];
  });
}

/** The currency of a channel; throws `invalid-request` for an unknown channel. */
export function requireCurrency({ currencyOf }: Pick<ShopDeps, 'currencyOf'>, channel: string): string {
  const currency = currencyOf(channel);
  if (currency === null) throw invalid('channel', 'is none of our channels');
  return currency;
}

/**
 * Orders prints of a selection, or frames without one. The selection's id, else the customer's own key, is what the intake
 * recognises the order by, so that a request without an answer can be repeated.
 */
export async function placeDemoOrder(deps: ShopDeps, asked: Asked): Promise<{ orderCode: string }> {
  const { customerId, tempSelectionId, key } = asked;
  const photoIds = tempSelectionId ? await deps.openSelection(customerId, tempSelectionId) : null;
  if (photoIds?.length === 0) throw new Problem('not-found');
  const name = tempSelectionId ?? createHash('sha256').update(`${customerId} ${key}`).digest('hex');
  const order = composeOrder(deps, asked, { photoIds, name });
  const { status } = await deps.sendOrder(order, name);
  if (status === 409) throw new Problem('conflict');
  if (status === 404) throw new Problem('not-found');
  if (status !== 200) throw new Problem('unavailable');
  return { orderCode: order.orderCode };
}

type Contents = {
  /** What prints are made of; null orders frames. */
  photoIds: string[] | null;
  /** Unique for each order. */
  name: string;
};

/** Contains no time, so that a repeated order equals the first. */
function composeOrder(deps: ShopDeps, asked: Asked, { photoIds, name }: Contents): NewOrder {
  const { customerId, channel, productCode, quantity: ofEach } = asked;
  const currency = requireCurrency(deps, channel);
  const products = photoIds ? listPrints(currency) : listFrames(currency);
  const product = products.find(({ code }) => code === productCode);
  if (!product) throw invalid('body.productCode', 'is not sold here');
  const quantity = ofEach * (photoIds?.length ?? 1);
  const price = quantity * product.price;
  const status = 'paymentFree';
  return {
    orderCode: orderCodeOf(name),
    customerId,
    channel,
    currency,
    total: price,
    status,
    products: [{ code: productCode, quantity, price, status, photoIds: photoIds ?? [] }],
  };
}

/** Unique per order, and short enough to be read out. */
function orderCodeOf(name: string): string {
  return `DEMO-${name.slice(-12).toUpperCase()}`;
}

function invalid(path: string, message: string): Problem {
  return new Problem('invalid-request', { errors: [{ path, message }] });
}
