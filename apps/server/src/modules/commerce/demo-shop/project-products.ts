import type { BookContent, DemoProjectContent, NewOrder } from '@keepsake/contracts';
import { BOOK_FORMATS } from '@keepsake/contracts';
import { Problem } from '../../../platform/problem.ts';
import type { Channel } from '../../frame/channels/index.ts';
import { type Article, inLanguage } from '../merchandise/index.ts';
import { listBooks, listPrints, withTax } from './articles.ts';
import { translatorFor } from './texts.ts';

/** Where a project is sold: the channel, and its articles. */
export type Market = { channel: Channel; articles: readonly Article[] };

/** What a project is sold as, in the words and at the prices of a channel. Throws `invalid-request` for what is not sold there. */
export function saleOf(content: DemoProjectContent, { channel, articles }: Market) {
  if (content.kind === 'book') {
    const { code } = bookIn(content, articles);
    const title = titleIn(articles, code, channel);
    return { code, type: 'PhotoBook', title, price: priceOfBook(content, articles) };
  }
  const { code, price } =
    listPrints(articles).find(({ code }) => code === content.productCode) ?? notSold('productCode');
  const title = titleIn(articles, code, channel);
  return { code, type: 'Print', title, price: price * content.quantity * content.photoIds.length };
}

/** The code of the book of an order, which the online product has, too: it is the only one of its kind. */
export const bookCodeOf = (orderCode: string): string => `${orderCode}-BOOK`;

type Copies = Market & { orderCode: string; quantity: number; photoIds: string[] };

/** So many copies of a photo book as a product of an order. */
export function bookProduct(
  content: BookContent,
  { orderCode, quantity, channel, articles, photoIds }: Copies,
): NewOrder['products'][number] {
  const { code } = bookIn(content, articles);
  const kind = titleOfBook(content, { channel, articles });
  return {
    code: bookCodeOf(orderCode),
    article: code,
    title: content.title.trim() ? `${content.title.trim()} (${kind})` : kind,
    quantity,
    ...withTax(quantity * priceOfBook(content, articles), channel.country),
    status: 'paymentPending',
    photoIds,
    isPersonalised: true,
    withdrawal: { none: 'personalised' },
  };
}

function priceOfBook(content: BookContent, articles: readonly Article[]): number {
  const { price, pagesIncluded, pricePerPage } = bookIn(content, articles);
  return price + Math.max(0, content.pages.length - pagesIncluded) * pricePerPage;
}

function bookIn({ format }: BookContent, articles: readonly Article[]) {
  return listBooks(articles).find(({ code }) => code === BOOK_FORMATS[format].code) ?? notSold('format');
}

function titleOfBook({ format, pages }: BookContent, { channel, articles }: Market): string {
  const title = titleIn(articles, BOOK_FORMATS[format].code, channel);
  return translatorFor(channel.locale)('title.book', { title, pages: pages.length });
}

function titleIn(articles: readonly Article[], code: string, { locale }: Channel): string {
  const article = articles.find(({ id }) => id === code);
  return article ? inLanguage(article.title, locale) : code;
}

function notSold(what: string): never {
  const errors = [{ path: `body.content.${what}`, message: 'is not sold here' }];
  throw new Problem('invalid-request', { errors });
}
