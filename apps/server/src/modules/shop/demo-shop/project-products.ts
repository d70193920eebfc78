import { type ChosenOptions, optionsMade, surchargeOf } from '@keepsake/contracts/creations/article-options';
import {
  BOOK_FORMATS,
  type BookContent,
  pagesMade,
  priceOfPages,
} from '@keepsake/contracts/creations/photo-books';
import type { NewOrder } from '@keepsake/contracts/orders/orders';
import type { DemoProjectContent } from '@keepsake/contracts/shop/demo-projects';
import type { DemoProduct } from '@keepsake/contracts/shop/demo-shop';
import { faultyField } from '../../../platform/problem.ts';
import { type Article, inLanguage } from '../../exchange/merchandise/index.ts';
import type { Channel } from '../../frame/channels/index.ts';
import { listBooks, listPrints, type Market, withTax } from './articles.ts';
import { translatorFor } from './texts.ts';

/** How a project is sold in a channel: its title and price. Throws `invalid-request` for what is not sold there. */
export function saleOf(content: DemoProjectContent, market: Market) {
  const { channel, articles } = market;
  if (content.kind === 'book') {
    const book = bookIn(content, market);
    const title = titleIn(articles, book.code, channel);
    const pagesCount = pagesMade(content, book.pages);
    return { code: book.code, type: 'PhotoBook', title, price: priceOfBook(content, book), pagesCount };
  }
  const product =
    listPrints(market).find(({ code }) => code === content.productCode) ?? notSold('content.productCode');
  const title = titleIn(articles, product.code, channel);
  const price = product.price + surchargeOf(product.options, content.options);
  return {
    code: product.code,
    type: 'Print',
    title: withOptions(title, product, content.options),
    price: price * content.quantity * content.photoIds.length,
  };
}

/** A title with the options that the customer chose, if there was a choice. */
export function withOptions(
  title: string,
  { options }: Pick<DemoProduct, 'options'>,
  chosen: ChosenOptions | undefined,
): string {
  const made = optionsMade(options, chosen).filter(({ group, isOnly }) => chosen?.[group] && !isOnly);
  return [title, ...made.map((option) => option.title)].join(', ');
}

/** A project's name in a channel, even if it is no longer sold. */
export function nameIn(content: DemoProjectContent, { channel, articles }: Market): string {
  const code = content.kind === 'book' ? BOOK_FORMATS[content.format].code : content.productCode;
  return titleIn(articles, code, channel);
}

/** The code of an order's book, shared with its online product: there is only one per order. */
export const bookCodeOf = (orderCode: string): string => `${orderCode}-BOOK`;

type Copies = Market & { orderCode: string; quantity: number; photoIds: string[] };

/** Copies of a photo book as a product of an order, and the pages of each. Throws `invalid-request` for too many pages. */
export function bookProduct(
  content: BookContent,
  { orderCode, quantity, photoIds, ...market }: Copies,
): { product: NewOrder['products'][number]; pages: number } {
  const { channel, articles } = market;
  const book = bookIn(content, market);
  const pages = pagesMade(content, book.pages);
  if (pages > book.pages.maximum) invalid('pages', `are more than ${book.pages.maximum}`);
  const words = withOptions(titleIn(articles, book.code, channel), book, content.options);
  const kind = translatorFor(channel.locale, channel.id)('title.book', { title: words, pages });
  const product: NewOrder['products'][number] = {
    code: bookCodeOf(orderCode),
    article: book.code,
    title: content.title.trim() ? `${content.title.trim()} (${kind})` : kind,
    quantity,
    ...withTax(quantity * priceOfBook(content, book), channel.country),
    status: 'paymentPending',
    photoIds,
    isPersonalised: true,
    withdrawal: { none: 'personalised' },
  };
  return { product, pages };
}

type Book = ReturnType<typeof listBooks>[number];

const priceOfBook = (content: BookContent, { price, pages, options }: Book): number =>
  price + priceOfPages(content, pages) + surchargeOf(options, content.options);

function bookIn({ format }: BookContent, market: Market): Book {
  return (
    listBooks(market).find(({ code }) => code === BOOK_FORMATS[format].code) ?? notSold('content.format')
  );
}

function titleIn(articles: readonly Article[], code: string, { locale }: Channel): string {
  const article = articles.find(({ id }) => id === code);
  return article ? inLanguage(article.title, locale) : code;
}

/** Refuses a product that the channel does not sell, by its field. */
export function notSold(field: string): never {
  throw faultyField(`body.${field}`, 'is not sold here');
}

function invalid(what: string, message: string): never {
  throw faultyField(`body.content.${what}`, message);
}
