import { findAddressFaults, normaliseAddress } from '@keepsake/contracts/account/addresses';
import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import {
  MAX_ORDER_LIST_BYTES,
  ORDER_LIST_LIMITS,
  type OrderListFault,
  type OrderListFormat,
} from '@keepsake/contracts/business/order-lists';
import { isId } from '../../../platform/ids.ts';
import type { Article } from '../../exchange/merchandise/index.ts';
import { parseCsv } from './parse-csv.ts';
import { parseXml } from './parse-xml.ts';
import {
  ADDRESS_FIELDS,
  faultOf,
  ITEM_FIELDS,
  type ParsedItem,
  type ParsedList,
  type ParsedOrder,
  UnreadableList,
  unreadable,
} from './parsed.ts';

/** Whose file it is, and what they can order. */
export type Shop = { account: string; country: string; articles: readonly Article[] };
export type Item = { article: Article; quantity: number; price: number; photoIds: string[] };
export type ReadOrder = { line: number | null; reference: string; address: PostalAddress; items: Item[] };
export type ListToRead = { bytes: Uint8Array; format: OrderListFormat; shop: Shop };
export type ReadList = { orders: ReadOrder[]; faults: readonly OrderListFault[] };

/** Maximum faults kept: nobody corrects more at once, and a file may have a million. */
const MAX_FAULTS = 200;

/** The orders of a file, or its faults, in which case nothing is ordered. Files are hostile: only a `ListReader` calls this. */
export function readList({ bytes, format, shop }: ListToRead): ReadList {
  try {
    const { account, orders } = parse(bytes, format);
    if (orders.length === 0) unreadable('no-orders');
    if (account === '') unreadable('missing', { value: 'account' });
    if (account !== shop.account) unreadable('other-account', { value: account });
    if (
      orders.length > ORDER_LIST_LIMITS.orders ||
      orders.some(({ items }) => items.length > ORDER_LIST_LIMITS.items)
    )
      unreadable('too-many');
    const faults: OrderListFault[] = findTwice(orders);
    const read = orders.map((order) => readOrder(order, shop, faults));
    return faults.length > 0 ? { orders: [], faults: faults.slice(0, MAX_FAULTS) } : { orders: read, faults };
  } catch (error) {
    if (error instanceof UnreadableList) return { orders: [], faults: error.faults };
    throw error;
  }
}

function parse(bytes: Uint8Array, format: OrderListFormat): ParsedList {
  if (bytes.length > MAX_ORDER_LIST_BYTES) unreadable('too-large');
  const text = decode(bytes);
  return format === 'xml' ? parseXml(text) : parseCsv(text);
}

/** Drops a byte order mark. */
function decode(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? unreadable('not-utf8') : text;
  } catch (error) {
    if (error instanceof TypeError) return unreadable('not-utf8');
    throw error;
  }
}

function findTwice(orders: readonly ParsedOrder[]): OrderListFault[] {
  const seen = new Set<string>();
  return orders.flatMap(({ reference, line }) => {
    if (!seen.has(reference)) return seen.add(reference) && [];
    return faultOf('reference-twice', { line, reference });
  });
}

function readOrder(order: ParsedOrder, shop: Shop, faults: OrderListFault[]): ReadOrder {
  const { line, reference, fields, items } = order;
  const add = (...[code, more]: Parameters<typeof faultOf>) =>
    faults.push(faultOf(code, { line, reference, ...more }));
  if (reference === '') add('missing', { value: 'reference' });
  else if (!/^[A-Za-z0-9_-]{1,40}$/.test(reference)) add('invalid', { value: 'reference' });
  for (const name of Object.keys(fields)) if (!ADDRESS_FIELDS.includes(name)) add('unknown', { value: name });
  if (fields.country !== shop.country) add('country', { value: shop.country });
  const existing = Object.fromEntries(
    Object.entries(fields).filter(([name]) => ADDRESS_FIELDS.includes(name)),
  );
  const typed = { ...existing, country: shop.country };
  const address = normaliseAddress(typed) as PostalAddress;
  for (const field of findAddressFaults(address))
    add(fields[field] === undefined ? 'missing' : 'invalid', { value: field });
  if (items.length === 0) add('missing', { value: 'item' });
  return {
    line,
    reference,
    address,
    items: items.flatMap((item) => readItem(item, { reference, shop, faults })),
  };
}

type Place = { reference: string; shop: Shop; faults: OrderListFault[] };

function readItem({ line, fields }: ParsedItem, { reference, shop, faults }: Place): Item[] {
  const add = (...[code, more]: Parameters<typeof faultOf>) =>
    faults.push(faultOf(code, { line, reference, ...more }));
  const { article: code = '', quantity: typed = '', photos = '' } = fields;
  for (const name of Object.keys(fields)) if (!ITEM_FIELDS.includes(name)) add('unknown', { value: name });
  const article = shop.articles.find(({ id, visible }) => id === code && visible);
  if (code === '') add('missing', { value: 'article' });
  else if (!article) add('article', { value: code });
  else if (article.pages) add('editor', { value: code });
  const quantity = /^\d{1,6}$/.test(typed) ? Number(typed) : 0;
  if (typed === '') add('missing', { value: 'quantity' });
  else if (article && !isOrderable(article, quantity)) add('quantity', { value: code });
  const photoIds = photos.split(/\s+/).filter(Boolean);
  if (!photoIds.every(isId) || photoIds.length > 1_000) add('invalid', { value: 'photos' });
  return article ? [{ article, quantity, price: quantity * article.price, photoIds }] : [];
}

const isOrderable = ({ quantity: { minimum, maximum, step } }: Article, quantity: number): boolean =>
  quantity >= minimum && quantity <= maximum && (quantity - minimum) % step === 0;
