import { describe, expect, test } from 'vitest';
import {
  byUrgency,
  hasArrived,
  headlineOf,
  isAwaited,
  isPaymentUnexplained,
  newDayOf,
} from './order-headline.ts';

const now = new Date('2026-06-15T10:00:00Z');
const days = { from: '2026-06-17', to: '2026-06-18' };
type Order = Parameters<typeof headlineOf>[0];
const order = (changes: Partial<Order> = {}): Order => ({
  status: 'producing',
  statusSince: '2026-06-12T10:00:00Z',
  deliveryType: 'Home',
  deliveredAt: null,
  collection: null,
  unpaidUntil: null,
  promisedDelivery: days,
  expectedDelivery: days,
  withdrawn: null,
  products: [],
  ...changes,
});
const collection = { place: 'Corner shop', until: '2026-06-20', since: '2026-06-14T10:00:00Z' };
const unpaid = { status: 'paymentPending', unpaidUntil: '2026-06-20T10:00:00Z' };

describe('the headline of an order', () => {
  test('says that a parcel waits to be collected, where and until when, instead of an expected day [ORD-17]', () => {
    expect(headlineOf(order({ status: 'shipped', collection }), now)).toEqual({
      state: 'ReadyForPickUp',
      trouble: null,
      isWithdrawn: false,
      next: { kind: 'collect', place: 'Corner shop', until: '2026-06-20' },
    });
  });

  test.each([
    ['paymentFailed', 'AwaitingPayment', 'paymentFailed'],
    ['verification failed', 'Ordered', 'verificationFailed'],
    ['processing failed', 'Ordered', 'processingFailed'],
    ['on_hold', 'Ordered', 'onHold'],
    ['delayed', 'InProduction', 'delayed'],
  ])('says beside the display status what %s means [ORD-19]', (status, state, trouble) => {
    expect(headlineOf(order({ status }), now)).toMatchObject({ state, trouble });
  });

  test('says what is wrong with one of its products, the worst first', () => {
    const products = [{ status: 'delayed' }, { status: 'on_hold' }, { status: 'producing' }];
    expect(headlineOf(order({ status: 'approved', products }), now).trouble).toBe('onHold');
    expect(headlineOf(order({ deliveredAt: '2026-06-14T10:00:00Z', products }), now).trouble).toBeNull();
  });

  test('promises no arrival while the order is unpaid, and says when its day to pay has passed', () => {
    expect(headlineOf(order(unpaid), now).next).toEqual({
      kind: 'pay',
      until: unpaid.unpaidUntil,
      isOver: false,
    });
    const late = new Date(unpaid.unpaidUntil);
    expect(headlineOf(order(unpaid), late).next).toMatchObject({ kind: 'pay', isOver: true });
  });

  test('says what is expected, and what will come later than promised is delayed [ORD-19]', () => {
    const expecting = (expectedDelivery: Order['expectedDelivery']) =>
      headlineOf(order({ expectedDelivery }), now);
    expect(expecting(days)).toMatchObject({ trouble: null, next: { kind: 'arrival', days, change: null } });
    const later = { from: '2026-06-19', to: '2026-06-19' };
    expect(expecting(later)).toMatchObject({
      state: 'InProduction',
      trouble: 'delayed',
      next: { kind: 'arrival', days: later, change: 'later' },
    });
    expect(expecting({ ...days, from: days.to })).toMatchObject({ trouble: 'delayed' });
    const earlier = { from: '2026-06-16', to: '2026-06-16' };
    expect(expecting(earlier)).toMatchObject({ trouble: null, next: { change: 'earlier' } });
    expect(expecting(null).next).toBeNull();
  });

  test('says that it is on hold rather than delayed', () => {
    const expectedDelivery = { from: '2026-06-19', to: '2026-06-19' };
    expect(headlineOf(order({ status: 'on_hold', expectedDelivery }), now).trouble).toBe('onHold');
  });

  test.each([
    ['Delivered', { deliveredAt: '2026-06-14T10:00:00Z' }],
    ['Collected', { deliveredAt: '2026-06-14T10:00:00Z', deliveryType: 'PickupPoint' as const, collection }],
    ['Cancelled', { status: 'rejected', unpaidUntil: '2026-06-20T10:00:00Z' }],
    ['Sent', { status: 'Dispatched', expectedDelivery: null }],
  ])('says since when it is %s [ORD-18]', (state, changes) => {
    expect(headlineOf(order(changes), now)).toMatchObject({ state, trouble: null, next: { kind: 'since' } });
  });
});

describe('the headline of an order that the customer has withdrawn from', () => {
  const withdrawn = { declaredAt: '2026-06-15T09:00:00Z', isWhole: true, returnBy: '2026-06-29' };
  const deliveredAt = '2026-06-14T10:00:00Z';
  const sendBack = (isOnWay: boolean) => ({ kind: 'sendBack', until: '2026-06-29', isOnWay });
  const since = { kind: 'since', state: 'Delivered', at: deliveredAt };
  test.each([
    ['sent', { status: 'shipped' }, withdrawn, { state: 'Sent', next: sendBack(true) }],
    [
      'delivered',
      { status: 'shipped', deliveredAt },
      withdrawn,
      { state: 'Delivered', next: sendBack(false) },
    ],
    ['in production', {}, withdrawn, { state: 'InProduction', next: null }],
    ['refunded', { status: 'shipped', deliveredAt }, { ...withdrawn, returnBy: null }, { next: since }],
    [
      'past the day',
      { status: 'shipped', deliveredAt },
      { ...withdrawn, returnBy: '2026-06-14' },
      { next: since },
    ],
    ['withdrawn in part', {}, { ...withdrawn, isWhole: false }, { next: { kind: 'arrival' } }],
    ['unpaid', unpaid, withdrawn, { state: 'AwaitingPayment', next: null }],
    ['unpaid in part', unpaid, { ...withdrawn, isWhole: false }, { next: { kind: 'pay' } }],
  ])(
    'says so while it is %s, and promises nothing that is given up [ORD-19]',
    (_when, changes, given, expected) => {
      expect(headlineOf(order({ ...changes, withdrawn: given }), now)).toMatchObject({
        isWithdrawn: true,
        ...expected,
      });
    },
  );

  test('is not late, nor awaited, and a cancelled one only says that it is cancelled', () => {
    const late = order({ withdrawn, expectedDelivery: { from: '2026-06-20', to: '2026-06-22' } });
    expect(headlineOf(late, now).trouble).toBeNull();
    expect(isAwaited(late)).toBe(false);
    expect(headlineOf(order({ status: 'cancelled', withdrawn }), now).isWithdrawn).toBe(false);
  });
});

test.each([
  ['is in production', {}, true],
  ['is sent', { status: 'shipped' }, true],
  ['is not paid', unpaid, false],
  ['waits to be collected', { status: 'shipped', collection }, false],
  ['is delivered', { status: 'shipped', deliveredAt: '2026-06-14T10:00:00Z' }, false],
  ['is cancelled', { status: 'cancelled' }, false],
])('whether an order that %s is awaited', (_what, changes, expected) => {
  expect(isAwaited(order(changes))).toBe(expected);
});

test('orders stand by urgency: to collect, to pay or in trouble, under way, finished, and newest first within each', () => {
  const orders = [
    order({ status: 'cancelled' }),
    order(),
    order({ deliveredAt: '2026-06-14T10:00:00Z', status: 'delayed' }),
    order({ collection }),
    order({ expectedDelivery: { from: '2026-06-20', to: '2026-06-22' } }),
    order(unpaid),
    order({ status: 'on_hold' }),
  ];
  expect(byUrgency(orders).map((one) => orders.indexOf(one))).toEqual([3, 4, 5, 6, 1, 0, 2]);
});

test('a new day leads while nothing matters more than the delay', () => {
  const later = { from: '2026-06-20', to: '2026-06-22' };
  const late = order({ expectedDelivery: later });
  expect(newDayOf(headlineOf(late, now))).toEqual(later);
  expect(newDayOf(headlineOf({ ...late, status: 'on_hold' }, now))).toBeNull();
  expect(newDayOf(headlineOf({ ...late, collection }, now))).toBeNull();
  const earlier = order({ status: 'delayed', expectedDelivery: { from: '2026-06-16', to: '2026-06-16' } });
  expect([newDayOf(headlineOf(order(), now)), newDayOf(headlineOf(earlier, now))]).toEqual([null, null]);
});

test('a product has arrived once all parcels that are known to have it have', () => {
  const parcel = (state: 'delivered' | 'in-transit', ...productCodes: string[]) => ({ state, productCodes });
  const parcels = [parcel('delivered', 'book', 'print'), parcel('in-transit', 'print')];
  const arrived = (code: string, changes = {}) =>
    hasArrived({ deliveredAt: null, parcels, ...changes }, code);
  expect([arrived('book'), arrived('print'), arrived('frame')]).toEqual([true, false, false]);
  expect(arrived('frame', { deliveredAt: '2026-06-15T10:00:00Z' })).toBe(true);
  expect(arrived('book', { parcels: [{ state: 'delivered', productCodes: null }] })).toBe(false);
});

test('only an unpaid order without an address to pay at leaves its payment unexplained', () => {
  const judge = (unpaidUntil: string | null, paymentUrl: string | null) =>
    isPaymentUnexplained({ unpaidUntil, paymentUrl, withdrawn: null });
  const until = '2026-06-20T10:00:00Z';
  expect([judge(until, null), judge(until, 'https://pay.example'), judge(null, null)]).toEqual([
    true,
    false,
    false,
  ]);
});
