import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ADDRESS_MESSAGES, findAddressFaults, normaliseAddress } from '@keepsake/contracts/account/addresses';
import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { type ChosenOptions, surchargeOf } from '@keepsake/contracts/creations/article-options';
import type { BookContent } from '@keepsake/contracts/creations/photo-books';
import type { NewOrder, OrderRef } from '@keepsake/contracts/orders/orders';
import type { Voucher } from '@keepsake/contracts/orders/vouchers';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type {
  DemoProduct,
  placeDemoOrder as placeDemoOrderEndpoint,
} from '@keepsake/contracts/shop/demo-shop';
import { faultyField, Problem } from '../../../platform/problem.ts';
import { asStoredJson } from '../../../platform/stored-json.ts';
import { type Article, inLanguage } from '../../exchange/merchandise/index.ts';
import type { Channel } from '../../frame/channels/index.ts';
import { applyVoucher, openVoucher } from './apply-voucher.ts';
import {
  deliveryChargeIn,
  listBooks,
  listFrames,
  listPrints,
  requireShopChannel,
  withTax,
} from './articles.ts';
import { photoIdsOf, reportProject } from './demo-projects.ts';
import type { ShopDeps } from './deps.ts';
import { SubjectGone } from './intake.ts';
import { milestonesOf, momentIn, planPayment, planTimeline, promisedFor } from './order-timeline.ts';
import { homeIn, pickupPointIn } from './places.ts';
import { bookProduct, notSold, withOptions } from './project-products.ts';
import { closeProject, findProject } from './project-store.ts';
import {
  addBookJob,
  type Chosen,
  findShopOrder,
  recordOrder,
  removeShopOrder,
  type ShopOrder,
} from './shop-orders.ts';

type Requested = BodyOf<typeof placeDemoOrderEndpoint> & {
  customerId: CustomerId;
  /** Names the order if no selection does. */
  key: string;
};

/**
 * Orders prints of a selection, the content of a project, or frames without either. The order is identified by the selection, the
 * project, or else the customer's own key, so that a request without an answer can be repeated.
 */
export async function placeDemoOrder(deps: ShopDeps, requested: Requested): Promise<{ orderCode: string }> {
  const { customerId } = requested;
  const { name, projectCode, ...made } = await openSource(deps, requested);
  if (made.photoIds?.length === 0) throw new Problem('not-found');
  const customerName = await deps.nameOf(customerId);
  if (customerName === null) throw new Problem('not-found');
  const orderCode = orderCodeOf(name);
  const voucher = await openVoucher(deps, { ...requested, orderCode });
  const composed = (startedAt: Date) =>
    composeOrder(
      { ...requested, orderCode },
      {
        ...made,
        voucher,
        customerName,
        startedAt,
        seconds: deps.seconds,
        articles: deps.articlesOf(requested.channel),
      },
    );
  const { order, chosen } = composed(deps.clock());
  await takeOrder(deps, order, { idempotencyKey: name, projectCode, chosen });
  const ref = { customerId, orderCode: order.orderCode };
  const entry = await findShopOrder(deps.db, ref);
  if (!entry || !isSame(entry.order, composed(entry.startedAt).order)) throw new Problem('conflict');
  await reportOrder(deps, ref);
  return { orderCode: order.orderCode };
}

/** Prints are named after their selection both as a project and as an order, so they are the same order either way. */
const PRINTS = 'PRINTS-';

type Source = Pick<Contents, 'photoIds' | 'book'> & { name: string; projectCode: string | null };

/** What is ordered, the name of the order, and the project that it ends. */
async function openSource(
  deps: Pick<ShopDeps, 'db' | 'findPhotoIds' | 'openSelection'>,
  { customerId, tempSelectionId, projectCode, key }: Requested,
): Promise<Source> {
  const hashed = (text: string) => createHash('sha256').update(`${customerId} ${text}`).digest('hex');
  if (projectCode) {
    const project = await findProject(deps.db, { customerId, code: projectCode });
    if (!project) throw new Problem('not-found');
    const { content } = project;
    const requested = photoIdsOf(content);
    const existing = await deps.findPhotoIds(customerId, requested);
    return {
      name: projectCode.startsWith(PRINTS) ? projectCode.slice(PRINTS.length) : hashed(projectCode),
      projectCode,
      photoIds: requested.filter((photoId) => existing.has(photoId)),
      book: content.kind === 'book' ? content : null,
    };
  }
  if (!tempSelectionId) return { name: hashed(key), projectCode: null, photoIds: null, book: null };
  const photoIds = await deps.openSelection(customerId, tempSelectionId);
  return { name: tempSelectionId, projectCode: `${PRINTS}${tempSelectionId}`, photoIds, book: null };
}

/** Records a newly placed order, once, with its future events. */
async function takeOrder(
  { db, seconds, articlesOf }: Pick<ShopDeps, 'db' | 'seconds' | 'articlesOf'>,
  order: NewOrder,
  made: Pick<ShopOrder, 'idempotencyKey' | 'projectCode' | 'chosen'>,
): Promise<void> {
  const started = { startedAt: new Date(order.createdAt ?? 0), seconds };
  const channel = requireShopChannel(order.channel);
  const entry = { order, ...made, startedAt: started.startedAt, ...milestonesOf(started) };
  const articles = articlesOf(channel.id);
  const timeline = planTimeline({ order, channel, articles, ...made.chosen, ...started });
  await db.transaction().execute((trx) => recordOrder(trx, entry, timeline));
}

/**
 * Reports an entered order to the intake, idempotently, with its payment, so that no customer is asked to pay what is paid; ends
 * the project it was made from, and has its photo book made once it is paid. If the intake refuses it, throws what the customer is
 * shown.
 */
export async function reportOrder(
  deps: Pick<ShopDeps, 'db' | 'intake' | 'articlesOf'>,
  ref: OrderRef,
): Promise<void> {
  const { db, intake } = deps;
  const entry = await findShopOrder(db, ref);
  if (!entry) return;
  const refusal = await placeAtIntake(intake, entry);
  if (refusal) {
    await removeShopOrder(db, ref);
    throw refusal;
  }
  if (entry.paidAt) await intake.reportEvents([planPayment(ref.orderCode, entry.paidAt)]);
  await endProjectOf(deps, ref, entry);
}

/** Reports an order; returns why the intake refused it, or null. */
async function placeAtIntake(
  intake: ShopDeps['intake'],
  { order, idempotencyKey }: ShopOrder,
): Promise<Problem | null> {
  try {
    const status = await intake.placeOrder(order, idempotencyKey);
    return status === 200 ? null : new Problem(status === 409 ? 'conflict' : 'unavailable');
  } catch (error) {
    if (error instanceof SubjectGone) return error;
    throw error;
  }
}

async function endProjectOf(
  { db, intake, articlesOf }: Pick<ShopDeps, 'db' | 'intake' | 'articlesOf'>,
  { customerId, orderCode }: OrderRef,
  { projectCode: code, productionAt }: ShopOrder,
): Promise<void> {
  if (code === null) return;
  await db.transaction().execute(async (trx) => {
    const isNew = await closeProject(trx, { customerId, code }, orderCode);
    if (isNew && productionAt) await addBookJob(trx, { customerId, orderCode }, productionAt);
  });
  await reportProject({ db, intake, articlesOf }, { customerId, code });
}

type Bought = Omit<Requested, 'key' | 'tempSelectionId' | 'projectCode' | 'voucher'> & { orderCode: string };
type Contents = {
  /** Photos of the prints; null orders frames. */
  photoIds: string[] | null;
  voucher: Voucher | null;
  /** Makes the photos a photo book instead of prints. */
  book: BookContent | null;
  customerName: string;
  startedAt: Date;
  seconds: number;
  articles: readonly Article[];
};

/** Contains no time other than its beginning, so that a repeated order equals the first. */
function composeOrder(requested: Bought, contents: Contents): { order: NewOrder; chosen: Chosen } {
  const { customerId, orderCode, deliveryType = 'Home', deliveryAddress } = requested;
  const { customerName, startedAt } = contents;
  const channel = requireShopChannel(requested.channel);
  const { id, currency, country } = channel;
  const deliveryCharge = deliveryChargeIn(currency, deliveryType);
  const { product: sold, ...chosen } = composeProduct(requested, channel, contents);
  const articleType = contents.book ? 'PhotoBook' : contents.photoIds ? 'Print' : 'Frame';
  const product = applyVoucher(sold, { ...contents, channel, articleType, at: startedAt });
  const home = deliveryAddress ? checkAddress(deliveryAddress, country) : homeIn(country, customerName);
  const order: NewOrder = {
    orderCode,
    customerId,
    channel: id,
    currency,
    total: product.price + deliveryCharge,
    status: 'paymentPending',
    createdAt: startedAt.toISOString(),
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
    deliveryPromise: promisedFor(startedAt),
  };
  return { order, chosen };
}

/** A typed address in its printed form. Throws `invalid-request`. */
function checkAddress(typed: PostalAddress, country: string): PostalAddress {
  const address = normaliseAddress(typed);
  if (address.country !== country) throw faultyField('body.deliveryAddress.country', 'is not delivered to');
  const [fault] = findAddressFaults(address);
  if (fault) throw faultyField(`body.deliveryAddress.${fault}`, ADDRESS_MESSAGES[fault]);
  return address;
}

function composeProduct(
  { orderCode, productCode, quantity: perPhoto, options }: Bought,
  channel: Channel,
  { photoIds, book, articles }: Pick<Contents, 'photoIds' | 'book' | 'articles'>,
): Chosen & { product: NewOrder['products'][number] } {
  const { country, locale } = channel;
  const market = { channel, articles };
  const offered = book ? listBooks(market) : photoIds ? listPrints(market) : listFrames(market);
  const sold = offered.find(({ code }) => code === productCode);
  const article = articles.find(({ id }) => id === productCode);
  if (!sold || !article) return notSold('productCode');
  const { minimum, maximum, step } = sold.quantity;
  if (perPhoto < minimum || perPhoto > maximum || (perPhoto - minimum) % step !== 0) {
    throw faultyField('body.quantity', `is not from ${minimum} to ${maximum} in steps of ${step}`);
  }
  if (book && photoIds) {
    const made = bookProduct(book, { orderCode, quantity: perPhoto, channel, photoIds, articles });
    if (made.product.article !== productCode)
      throw faultyField('body.productCode', 'is not what the project is');
    return { ...made, options: book.options };
  }
  checkOptions(sold, options);
  const quantity = perPhoto * (photoIds?.length ?? 1);
  const product: NewOrder['products'][number] = {
    code: productCode,
    article: productCode,
    title: withOptions(inLanguage(article.title, locale), sold, options),
    quantity,
    ...withTax(quantity * (sold.price + surchargeOf(sold.options, options)), country),
    status: 'paymentPending',
    photoIds: photoIds ?? [],
    isPersonalised: photoIds !== null,
    withdrawal: photoIds ? { none: 'personalised' } : { days: 14 },
  };
  return { product, options };
}

/** Throws `invalid-request` for an option that an article does not have. */
function checkOptions({ options: groups }: DemoProduct, chosen: ChosenOptions = {}): void {
  for (const [name, id] of Object.entries(chosen)) {
    const present = groups.find(({ group }) => group === name)?.options ?? [];
    if (!present.some((option) => option.id === id))
      throw faultyField(`body.options.${name}`, 'is not offered');
  }
}

/** Unique per order, and short enough to be read aloud. */
export function orderCodeOf(name: string): string {
  return `DEMO-${name.slice(-12).toUpperCase()}`;
}

/** Compared as JSON, the stored form. */
const isSame = (stored: NewOrder, composed: NewOrder) => isDeepStrictEqual(stored, asStoredJson(composed));
