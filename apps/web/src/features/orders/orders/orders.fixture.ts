import type { ListedOrder, Superorder } from '@keepsake/contracts/orders/order-queries';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { type Answers, customer, showApp } from '#/app/screens.fixture.tsx';
import { fakePush } from '#/shared/push.fixture.ts';
import type { DeliveryDates, ReorderStatus } from './queries.ts';

const API = '/api/orders';
export const LIST = `${API}/v2/superorders/me`;
/** The current time in every test. */
const NOW = new Date('2026-11-22T12:00:00Z');
export const FAILURE = { status: 400, body: { code: 'x', correlationId: 'abcdef1234567890' } };
export const idOf = (n: number) => `0190a5a5-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** An instant a number of days before the tests' time. */
export const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();

type Product = Superorder['products'][number];
export const makeProduct = (changes: Partial<Product> = {}): Product => ({
  code: 'PAP_910',
  productionOrder: 'K-1',
  title: 'Prints 10 × 15 cm',
  article: null,
  articleType: 'Print',
  quantity: 25,
  price: 475,
  status: 'ProductionStarted',
  statusSince: daysAgo(1),
  paymentChangedDate: daysAgo(2),
  voucher: null,
  voucherDetails: null,
  pictureUrl: null,
  photosCount: 0,
  netPrice: null,
  vatRate: null,
  vatCategory: null,
  discounts: [],
  isPersonalised: null,
  withdrawal: null,
  photos: [],
  isOnlineProduct: false,
  ...changes,
});

export const makeOrder = (changes: Partial<Superorder> = {}): Superorder => ({
  orderCode: 'K-1',
  channel: 'pennyfern',
  source: null,
  currency: 'GBP',
  createdAt: daysAgo(2),
  status: 'ProductionStarted',
  statusSince: daysAgo(1),
  total: 475,
  deliveryType: 'Home',
  promisedDelivery: null,
  expectedDelivery: null,
  deliveredAt: null,
  collection: null,
  unpaidUntil: null,
  paymentUrl: null,
  reorderOf: null,
  neededBy: null,
  withdrawn: null,
  deliveryAddress: null,
  pickupPoint: null,
  invoiceAddress: null,
  deliveryCharge: null,
  buyerVatId: null,
  refunded: 0,
  products: [makeProduct()],
  productionOrders: [],
  parcels: [],
  timeline: [entry('placed', daysAgo(2)), entry('status', daysAgo(1), { status: 'ProductionStarted' })],
  files: [],
  ...changes,
});

/** The reorder status of `makeOrder`. */
export const makeReorderStatus = (changes: Partial<ReorderStatus> = {}): ReorderStatus => ({
  orderCode: 'K-1',
  obstacle: null,
  currency: 'GBP',
  totalThen: 475,
  total: 475,
  deliveryCharge: null,
  isPriceOfToday: false,
  deliveryDays: null,
  products: [
    {
      code: 'PAP_910',
      quantity: 25,
      priceThen: 475,
      price: 475,
      leftOut: null,
      photosCount: 0,
      missingPhotosCount: 0,
      voucher: null,
      withdrawal: { days: 14 },
    },
  ],
  reorders: [],
  newOrderCodes: [],
  ...changes,
});

type Entry = Superorder['timeline'][number];
export const entry = (type: string, happenedAt: string, more: Partial<Entry> = {}): Entry => ({
  type,
  happenedAt,
  productCodes: null,
  place: null,
  note: null,
  ...more,
});

/** A number of orders, newest first: the n-th is n days old. */
export const makeOrders = (count: number, from = 0): ListedOrder[] =>
  Array.from({ length: count }, (_, at) =>
    makeOrder({ orderCode: `K-${from + at + 1}`, createdAt: daysAgo(from + at) }),
  );

/** The list's answers for all these orders, in pages of a hundred. */
export const listAnswer =
  (orders: readonly ListedOrder[], requested: string[] = []): Answers[string] =>
  (query) => {
    requested.push(String(query));
    const offset = Number(query.get('Offset'));
    const productsCount = orders.reduce((sum, { products }) => sum + products.length, 0);
    return { body: { orders: orders.slice(offset, offset + 100), total: orders.length, productsCount } };
  };

/** The server's answers about one order. */
export const orderAnswers = (order: Superorder, dates: DeliveryDates | null = null): Answers => ({
  [`${API}/v1/superorders/${order.orderCode}`]: { body: order },
  [`${API}/OrderDeliveryDates/${order.orderCode}`]: dates
    ? { body: dates }
    : { status: 404, body: { code: 'not-found' } },
});

/** A push client with which a test announces changed orders. */
export function ordersPush() {
  const push = fakePush();
  return {
    ...push,
    sayOrdersChanged: (...orderCodes: string[]) => push.say('orders-changed', { orderCodes }),
  };
}

/** Opens the whole app at a path. */
export function open(path: string, answers: Answers, push: ReturnType<typeof ordersPush> | null = null) {
  answers['/api/customers/customers/me'] ??= { body: customer };
  const flags = { PhotoManagementTimelineViewEnabled: ['*'], ReactivationEnabled: ['*'] };
  return showApp({ path, push, answers, flags });
}

/** Sets up every test of a file: a desktop window at a fixed time. */
export function prepareOrders(): void {
  beforeEach(() => {
    window.innerWidth = 1280;
    localStorage.clear();
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
    vi.stubGlobal('scrollTo', () => undefined);
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
