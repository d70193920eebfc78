import {
  type ChosenOptions,
  OPTION_GROUPS,
  type OptionGroup,
  surchargeOf,
} from '@keepsake/contracts/creations/article-options';
import { type BookPages, MAX_BOOK_PAGES } from '@keepsake/contracts/creations/photo-books';
import { netOf, rateOf } from '@keepsake/contracts/orders/included-tax';
import type { NewOrder } from '@keepsake/contracts/orders/orders';
import type { DemoProduct } from '@keepsake/contracts/shop/demo-shop';
import { type Article, inLanguage } from '../../exchange/merchandise/index.ts';
import { type Channel, requireExactChannel } from '../../frame/channels/index.ts';

/** A channel and the articles sold there. */
export type Market = { channel: Channel; articles: readonly Article[] };

/** Delivery charges in minor units. */
const DELIVERY: Record<string, Record<'Home' | 'PickupPoint', number>> = {
  GBP: { Home: 399, PickupPoint: 249 },
  EUR: { Home: 449, PickupPoint: 299 },
  SEK: { Home: 4_900, PickupPoint: 2_900 },
};

/** Standard VAT rates in per cent. */
const VAT_RATES: Record<string, number> = { GB: 20, AT: 20, NL: 21, FR: 20, SE: 25 };

/** The prints that a channel sells. */
export const listPrints = (market: Market): DemoProduct[] => listSold(market, 'Print');

/** The frames that a channel sells: they can be ordered while a library is hidden or empty. */
export const listFrames = (market: Market): DemoProduct[] => listSold(market, 'Frame');

/** For a book whose article does not restrict pages. */
const ANY_PAGES: BookPages = { included: 0, maximum: MAX_BOOK_PAGES, step: 1, pricePerExtra: 0 };

/** The photo books that a channel sells, with their possible numbers of pages. */
export const listBooks = (market: Market) =>
  listSold(market, 'PhotoBook').map((book) => ({
    ...book,
    pages: market.articles.find(({ id }) => id === book.code)?.pages ?? ANY_PAGES,
  }));

/** The options of an article, in a language of its channel. */
const optionsIn = (article: Article, locale: string): OptionGroup[] =>
  OPTION_GROUPS.filter((group) => article[group].length > 0).map((group) => ({
    group,
    options: article[group].map(({ id, title, surcharge }) => ({
      id,
      title: inLanguage(title, locale),
      surcharge,
    })),
  }));

/** Whether a product is prints, counted per photo. Discontinued ones stay among the articles, hidden. */
export const isPrint = (articles: readonly Article[], code: string): boolean =>
  articles.some(({ id, type }) => id === code && type === 'Print');

export const deliveryChargeIn = (currency: string, type: 'Home' | 'PickupPoint'): number =>
  DELIVERY[currency]?.[type] ?? 0;

type Repeated = { articles: readonly Article[]; options?: ChosenOptions | undefined };

/** What a product of an order costs if ordered again with the same options; a product without a unit price costs what it did. */
export function priceToday(product: NewOrder['products'][number], { articles, options }: Repeated): number {
  const { code, article = code, quantity, price, voucher, voucherDetails, discounts = [] } = product;
  const listed = articles.find(({ id, pages }) => id === article && !pages);
  if (listed) return quantity * (listed.price + surchargeOf(optionsIn(listed, ''), options));
  const takenOff = voucher ? (voucherDetails?.amount ?? 0) : 0;
  return discounts.reduce((sum, { amount }) => sum + amount, price + takenOff);
}

function listSold({ articles, channel }: Market, type: Article['type']): DemoProduct[] {
  return articles
    .filter((article) => article.type === type && article.visible)
    .map((article) => ({
      code: article.id,
      width: article.pageWidth,
      height: article.pageHeight,
      price: article.price,
      options: optionsIn(article, channel.locale),
      quantity: article.quantity,
    }));
}

/** A price paid, with the tax it includes. */
export function withTax(price: number, country: string) {
  const vatRate = VAT_RATES[country] ?? 0;
  return {
    price,
    netPrice: netOf(price, rateOf(vatRate)),
    vatRate,
    vatCategory: vatRate > 0 ? ('S' as const) : ('E' as const),
  };
}

/** The channel with that id. Throws `invalid-request` if there is none. */
export const requireShopChannel = (id: string): Channel => requireExactChannel(id, 'channel');
