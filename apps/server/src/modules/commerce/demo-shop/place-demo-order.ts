import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  ADDRESS_MESSAGES,
  type BodyOf,
  findAddressFaults,
  type NewOrder,
  normaliseAddress,
  type OrderAddress,
  type placeDemoOrder as placeDemoOrderEndpoint,
  type Voucher,
} from '@keepsake/contracts';
import { Problem } from '../../../platform/problem.ts';
import { type Channel, findChannel } from '../../frame/channels/index.ts';
import { type Article, inLanguage } from '../merchandise/index.ts';
import { deliveryChargeIn, listFrames, listPrints, withTax } from './articles.ts';
import { enterOrder, findEntry, type OrderRef, removeEntry } from './books.ts';
import type { ShopDeps } from './deps.ts';
import { milestonesOf, momentIn, planLife, promisedFor } from './life.ts';
import { homeIn, pickupPointIn } from './places.ts';
import { openVoucher, takeOffVoucher } from './take-off-voucher.ts';

type Asked = BodyOf<typeof placeDemoOrderEndpoint> & {
  customerId: string;
  /** Names the order where no selection does. */
  key: string;
};

/** The channel of that id. Throws `invalid-request` when there is none. */
export function requireChannel(id: string): Channel {
  const channel = findChannel(id);
  if (channel?.id !== id) throw invalid('channel', 'is none of our channels');
  return channel;
}

/**
 * Orders prints of a selection, or frames without one. The selection's id, else the customer's own key, is what the order is
 * recognised by, so that a request without an answer can be repeated.
 */
export async function placeDemoOrder(deps: ShopDeps, asked: Asked): Promise<{ orderCode: string }> {
  const { customerId, tempSelectionId, key } = asked;
  const photoIds = tempSelectionId ? await deps.openSelection(customerId, tempSelectionId) : null;
  if (photoIds?.length === 0) throw new Problem('not-found');
  const name = tempSelectionId ?? createHash('sha256').update(`${customerId} ${key}`).digest('hex');
  const customerName = await deps.nameOf(customerId);
  if (customerName === null) throw new Problem('not-found');
  const orderCode = orderCodeOf(name);
  const voucher = await openVoucher(deps, { ...asked, orderCode });
  const composed = (begunAt: Date) =>
    composeOrder(
      { ...asked, orderCode },
      {
        photoIds,
        voucher,
        customerName,
        begunAt,
        seconds: deps.seconds,
        articles: deps.articlesOf(asked.channel),
      },
    );
  const order = composed(deps.clock());
  await takeOrder(deps, order, name);
  const ref = { userId: customerId, orderCode: order.orderCode };
  const entry = await findEntry(deps.db, ref);
  if (!entry || !isSame(entry.order, composed(entry.begunAt))) throw new Problem('conflict');
  await reportOrder(deps, ref);
  return { orderCode: order.orderCode };
}

/** Enters an order that was just placed in the books, once, with the life that it will have. */
async function takeOrder(
  { db, seconds, articlesOf }: Pick<ShopDeps, 'db' | 'seconds' | 'articlesOf'>,
  order: NewOrder,
  idempotencyKey: string,
): Promise<void> {
  const begun = { begunAt: new Date(order.createdAt ?? 0), seconds };
  const channel = requireChannel(order.channel);
  const entry = { order, idempotencyKey, begunAt: begun.begunAt, ...milestonesOf(begun) };
  const life = planLife({ order, channel, articles: articlesOf(channel.id), ...begun });
  await db.transaction().execute((trx) => enterOrder(trx, entry, life));
}

/** Reports an order of the books to the intake, however often. Throws what the customer is told when it refuses it. */
export async function reportOrder(
  { db, intake }: Pick<ShopDeps, 'db' | 'intake'>,
  ref: OrderRef,
): Promise<void> {
  const entry = await findEntry(db, ref);
  if (!entry) return;
  const status = await intake.placeOrder(entry.order, entry.idempotencyKey);
  if (status === 200) return;
  await removeEntry(db, ref);
  throw new Problem(status === 404 ? 'not-found' : status === 409 ? 'conflict' : 'unavailable');
}

type Bought = Omit<Asked, 'key' | 'tempSelectionId' | 'voucher'> & { orderCode: string };
type Contents = {
  /** What prints are made of; null orders frames. */
  photoIds: string[] | null;
  voucher: Voucher | null;
  customerName: string;
  begunAt: Date;
  seconds: number;
  articles: readonly Article[];
};

/** Contains no other time than when it began, so that a repeated order equals the first. */
function composeOrder(asked: Bought, contents: Contents): NewOrder {
  const { customerId, orderCode, deliveryType = 'Home', deliveryAddress } = asked;
  const { customerName, begunAt } = contents;
  const channel = requireChannel(asked.channel);
  const { id, currency, country } = channel;
  const deliveryCharge = deliveryChargeIn(currency, deliveryType);
  const sold = composeProduct(asked, channel, contents);
  const articleType = contents.photoIds ? 'Print' : 'Frame';
  const product = takeOffVoucher(sold, { ...contents, channel, articleType, at: begunAt });
  const home = deliveryAddress ? checkAddress(deliveryAddress, country) : homeIn(country, customerName);
  return {
    orderCode,
    customerId,
    channel: id,
    currency,
    total: product.price + deliveryCharge,
    status: 'paymentPending',
    createdAt: begunAt.toISOString(),
    source: 'Resnap',
    products: [product],
    deliveryType,
    ...(deliveryType === 'Home'
      ? {
          deliveryAddress: home,
          addressChangeableUntil: momentIn(contents, 'production').toISOString(),
        }
      : { pickupPoint: pickupPointIn(country) }),
    invoiceAddress: home,
    deliveryCharge,
    deliveryPromise: promisedFor(begunAt),
  };
}

/** An address that was typed, as it is printed. Throws `invalid-request`. */
function checkAddress(typed: OrderAddress, country: string): OrderAddress {
  const address = normaliseAddress(typed);
  if (address.country !== country) throw invalid('body.deliveryAddress.country', 'is not delivered to');
  const [fault] = findAddressFaults(address);
  if (fault) throw invalid(`body.deliveryAddress.${fault}`, ADDRESS_MESSAGES[fault]);
  return address;
}

function composeProduct(
  { productCode, quantity: ofEach }: Bought,
  { country, locale }: Channel,
  { photoIds, articles }: Pick<Contents, 'photoIds' | 'articles'>,
): NewOrder['products'][number] {
  const offered = photoIds ? listPrints(articles) : listFrames(articles);
  const isSold = offered.some(({ code }) => code === productCode);
  const article = articles.find(({ id }) => id === productCode);
  if (!isSold || !article) throw invalid('body.productCode', 'is not sold here');
  const { minimum, maximum, step } = article.quantity;
  if (ofEach < minimum || ofEach > maximum || (ofEach - minimum) % step !== 0) {
    throw invalid('body.quantity', `is not from ${minimum} to ${maximum} in steps of ${step}`);
  }
  const quantity = ofEach * (photoIds?.length ?? 1);
  return {
    code: productCode,
    article: productCode,
    title: inLanguage(article.title, locale),
    quantity,
    ...withTax(quantity * article.price, country),
    status: 'paymentPending',
    photoIds: photoIds ?? [],
    isPersonalised: photoIds !== null,
    withdrawal: photoIds ? { none: 'personalised' } : { days: 14 },
  };
}

/** Unique per order, and short enough to be read out. */
export function orderCodeOf(name: string): string {
  return `DEMO-${name.slice(-12).toUpperCase()}`;
}

/** As JSON, which is what the books keep. */
const isSame = (kept: NewOrder, composed: NewOrder) =>
  isDeepStrictEqual(kept, JSON.parse(JSON.stringify(composed)));

function invalid(path: string, message: string): Problem {
  return new Problem('invalid-request', { errors: [{ path, message }] });
}
