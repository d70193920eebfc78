import type { DemoProduct, NewOrder } from '@keepsake/contracts';
import type { Article } from '../merchandise/index.ts';

/** What it costs to bring an order, in minor units. */
const DELIVERY: Record<string, Record<'Home' | 'PickupPoint', number>> = {
  GBP: { Home: 399, PickupPoint: 249 },
  EUR: { Home: 449, PickupPoint: 299 },
  SEK: { Home: 4_900, PickupPoint: 2_900 },
};

/** Standard rates of value added tax, in per cent. */
const VAT_RATES: Record<string, number> = { GB: 20, AT: 20, NL: 21, FR: 20, SE: 25 };

/** The prints among what a channel sells. */
export const listPrints = (articles: readonly Article[]): DemoProduct[] => listSold(articles, 'Print');

/** The frames among what a channel sells: what can be ordered while a library is hidden or empty. */
export const listFrames = (articles: readonly Article[]): DemoProduct[] => listSold(articles, 'Frame');

/** The photo books among what a channel sells, with the pages that are in the price and what each page more costs. */
export const listBooks = (articles: readonly Article[]) =>
  listSold(articles, 'PhotoBook').map((book) => {
    const { pages } = articles.find(({ id }) => id === book.code) ?? {};
    return { ...book, pagesIncluded: pages?.included ?? 0, pricePerPage: pages?.pricePerExtra ?? 0 };
  });

/** Whether a product is prints: so many of each photo. What is sold no more stays among the articles, hidden. */
export const isPrint = (articles: readonly Article[], code: string): boolean =>
  articles.some(({ id, type }) => id === code && type === 'Print');

export const deliveryChargeIn = (currency: string, type: 'Home' | 'PickupPoint'): number =>
  DELIVERY[currency]?.[type] ?? 0;

/** What a product of an order costs when it is ordered again; what has no price of one thing costs what it did. */
export function priceToday(product: NewOrder['products'][number], articles: readonly Article[]): number {
  const { code, article = code, quantity, price, voucher, voucherDetails, discounts = [] } = product;
  const listed = articles.find(({ id, pages }) => id === article && !pages);
  if (listed) return quantity * listed.price;
  const takenOff = voucher ? (voucherDetails?.amount ?? 0) : 0;
  return discounts.reduce((sum, { amount }) => sum + amount, price + takenOff);
}

function listSold(articles: readonly Article[], type: Article['type']): DemoProduct[] {
  return articles
    .filter((article) => article.type === type && article.visible)
    .map(({ id, pageWidth, pageHeight, price, quantity }) => ({
      code: id,
      width: pageWidth,
      height: pageHeight,
      price,
      quantity,
    }));
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
