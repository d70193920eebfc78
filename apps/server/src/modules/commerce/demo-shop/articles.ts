import { type DemoProduct, type NewOrder, PRINT_PRODUCT } from '@keepsake/contracts';

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

/** What it costs to bring an order, in minor units. */
const DELIVERY: Record<string, Record<'Home' | 'PickupPoint', number>> = {
  GBP: { Home: 399, PickupPoint: 249 },
  EUR: { Home: 449, PickupPoint: 299 },
  SEK: { Home: 4_900, PickupPoint: 2_900 },
};

/** Standard rates of value added tax, in per cent. */
const VAT_RATES: Record<string, number> = { GB: 20, AT: 20, NL: 21, FR: 20, SE: 25 };

/** The prints sold in a currency. */
export const listPrints = (currency: string): DemoProduct[] => listArticles(PRINTS, currency);

/** The frames sold in a currency. */
export const listFrames = (currency: string): DemoProduct[] => listArticles(FRAMES, currency);

/** Whether a product is prints: so many of each photo. */
export const isPrint = (code: string): boolean => PRINTS.some((article) => article.code === code);

export const deliveryChargeIn = (currency: string, type: 'Home' | 'PickupPoint'): number =>
  DELIVERY[currency]?.[type] ?? 0;

/** What a product of an order costs when it is ordered again; what the shop does not list costs what it did. */
export function priceToday(product: NewOrder['products'][number], currency: string): number {
  const { code, article = code, quantity, price, voucher, voucherDetails, discounts = [] } = product;
  const listed = [...PRINTS, ...FRAMES].find((each) => each.code === article)?.prices[currency];
  if (listed !== undefined) return quantity * listed;
  const takenOff = voucher ? (voucherDetails?.amount ?? 0) : 0;
  return discounts.reduce((sum, { amount }) => sum + amount, price + takenOff);
}

function listArticles(articles: readonly Article[], currency: string): DemoProduct[] {
  return articles.flatMap(({ prices, ...article }) => {
    const price = prices[currency];
    return price === undefined ? [] : [{ ...article, price }];
  });
}

/** A price that is paid, with the tax that is in it. */
export function withTax(price: number, country: string) {
  const vatRate = VAT_RATES[country] ?? 0;
  return {
    price,
    netPrice: Math.round(price / (1 + vatRate / 100)),
    vatRate,
    vatCategory: vatRate > 0 ? ('S' as const) : ('E' as const),
  };
}
