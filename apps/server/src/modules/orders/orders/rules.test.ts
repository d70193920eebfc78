import { displayStatusOf, ORDER_STATUSES, type OrderStatus } from '@keepsake/contracts/orders/order-status';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deriveParcels, type Happened } from './happened.ts';
import { codesLeftCancelled, deriveOrder, type PlacedOrder } from './rules.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 5, 1, hour));
const product = (code: string, status: OrderStatus = 'paymentPending', productionOrder = 'P') => ({
  code,
  productionOrder,
  status,
  paymentChangedAt: null,
  quantity: 1,
  price: 100,
});
const placed = (changes: Partial<PlacedOrder> = {}): PlacedOrder => ({
  createdAt: at(0),
  status: 'paymentPending',
  total: 100,
  paymentUrl: null,
  promised: null,
  addressChangeableUntil: null,
  products: [product('A')],
  ...changes,
});
type Notified = Pick<Happened, 'type' | 'data'>;
const event = (notified: Notified, hour: number, context: Partial<Happened> = {}) =>
  ({
    productCodes: null,
    productionOrder: null,
    place: null,
    note: null,
    happenedAt: at(hour),
    ...notified,
    ...context,
  }) as Happened;
const says = (status: OrderStatus, hour: number, codes: string[] | null = null) =>
  event({ type: 'status', data: { status } }, hour, { productCodes: codes });
const promise = (from: string, to: string, hour: number, productionOrder: string | null = null) =>
  event({ type: 'delivery-promise', data: { from, to } }, hour, { productionOrder });
const parcel = (
  parcelId: string,
  state: Extract<Happened, { type: 'parcel' }>['data']['state'],
  hour: number,
  codes: string[] | null = null,
) => event({ type: 'parcel', data: { parcelId, state } }, hour, { productCodes: codes });

const of = (productionOrder: string, happened: Happened): Happened => ({ ...happened, productionOrder });

const statusAfter = (...events: Happened[]) => deriveOrder(placed(), events).status;

describe('the status of a product', () => {
  test.each([
    ['the highest counts, whenever it comes', [says('producing', 5), says('processing', 6)], 'producing'],
    ['a payment counts before the order is confirmed', [says('paymentSuccess', 1)], 'paymentSuccess'],
    ['and not after', [says('Confirmed', 1), says('paymentFailed', 9)], 'Confirmed'],
    [
      'of two payments the later counts',
      [says('paymentSuccess', 3), says('paymentFailed', 2)],
      'paymentSuccess',
    ],
    ['also when it is the bad one', [says('paymentSuccess', 2), says('paymentFailed', 3)], 'paymentFailed'],
    ['of one moment the paid one', [says('paymentFailed', 2), says('paymentSuccess', 2)], 'paymentSuccess'],
    ['cancelled beats production', [says('cancelled', 1), says('ProductionCompleted', 9)], 'cancelled'],
    ['but not what was sent', [says('cancelled', 9), says('shipped', 1)], 'shipped'],
    ['and sent later, unless that names it', [says('cancelled', 1), says('shipped', 9)], 'cancelled'],
    ['at the same moment, too', [says('shipped', 1), says('cancelled', 1)], 'cancelled'],
    ['but if it does', [says('cancelled', 1), says('shipped', 9, ['A'])], 'shipped'],
    ['a parcel of the whole does not', [says('rejected', 1), parcel('1', 'in-transit', 4)], 'rejected'],
    [
      'nor one of its production order',
      [says('Cancelled', 1, ['A']), of('P', says('Dispatched', 4))],
      'Cancelled',
    ],
    ['one that names it does', [says('rejected', 1), parcel('1', 'in-transit', 4, ['A'])], 'Dispatched'],
    ['a parcel under way was sent', [parcel('1', 'in-transit', 4)], 'Dispatched'],
    ['one with a label was not', [parcel('1', 'label', 4)], 'paymentPending'],
  ])('%s', (_rule, events, expected) => {
    expect(statusAfter(...events)).toBe(expected);
  });

  test('comes from events that name it, its production order or neither', () => {
    const order = placed({ products: [product('A'), product('B', 'paymentPending', 'Q')] });
    const statuses = (...events: Happened[]) =>
      deriveOrder(order, events).products.map(({ status }) => status);
    expect(statuses(says('producing', 1, ['A']))).toEqual(['producing', 'paymentPending']);
    expect(statuses({ ...says('producing', 1), productionOrder: 'Q' })).toEqual([
      'paymentPending',
      'producing',
    ]);
    expect(statuses(says('producing', 1))).toEqual(['producing', 'producing']);
    expect(statuses(parcel('1', 'delivered', 2))).toEqual(['paymentPending', 'paymentPending']);
  });

  test('that is cancelled survives every status of the whole, in whatever order they arrive', () => {
    const two = placed({ products: [product('A'), product('B')] });
    const cancel = says('cancelled', 3, ['B']);
    for (const status of ORDER_STATUSES.filter((one) => displayStatusOf(one) !== 'Cancelled')) {
      for (const later of [
        says(status, 3),
        says(status, 9),
        of('P', says(status, 9)),
        parcel('1', 'delivered', 9),
      ]) {
        for (const events of [
          [cancel, later],
          [later, cancel],
        ])
          expect(deriveOrder(two, events).products[1], status).toEqual(
            expect.objectContaining({ status: 'cancelled', since: at(3) }),
          );
        expect(codesLeftCancelled(two, deriveOrder(two, [cancel, later]).products, later)).toEqual(
          later.type === 'status' ? ['B'] : [],
        );
      }
    }
    const named = says('shipped', 9, ['B']);
    expect(codesLeftCancelled(two, deriveOrder(two, [cancel, named]).products, named)).toEqual([]);
  });

  test('placed as cancelled in an order that was sent is not sent', () => {
    const order = placed({
      status: 'Dispatched',
      products: [product('A', 'Dispatched'), product('B', 'cancelled')],
    });
    expect(deriveOrder(order, []).products.map(({ status }) => status)).toEqual(['Dispatched', 'cancelled']);
    expect(deriveOrder({ ...order, status: 'cancelled' }, []).products[0]?.status).toBe('Dispatched');
  });

  test('is the same for any order and repetition of events', () => {
    const statuses = [
      'paymentPending',
      'paymentSuccess',
      'on_hold',
      'producing',
      'shipped',
      'cancelled',
    ] as const;
    const events = fc.array(
      fc.record({ status: fc.constantFrom(...statuses), hour: fc.integer({ min: 0, max: 9 }) }),
    );
    fc.assert(
      fc.property(events, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (given, random) => {
        const list = given.map(({ status, hour }) => says(status, hour));
        const keyed = [...list, ...list].map((each) => ({ each, key: random.next().value as number }));
        const shuffled = keyed.toSorted((a, b) => a.key - b.key).map(({ each }) => each);
        expect(deriveOrder(placed(), shuffled)).toEqual(deriveOrder(placed(), list));
      }),
    );
  });
});

describe('an order', () => {
  const two = placed({ products: [product('A'), product('B')] });
  test('has the status of its least advanced product that is not cancelled', () => {
    const statusOf = (...events: Happened[]) => deriveOrder(two, events).status;
    expect(statusOf(says('shipped', 2, ['A']), says('producing', 3, ['B']))).toBe('producing');
    expect(statusOf(says('shipped', 2, ['A']), says('cancelled', 3, ['B']))).toBe('shipped');
    expect(statusOf(says('cancelled', 2))).toBe('cancelled');
    expect(statusOf(says('paymentSuccess', 2, ['A']))).toBe('paymentPending');
  });

  test('has the state of its latest change', () => {
    const change = (hour: number, price: number) =>
      event(
        {
          type: 'order-changed',
          data: { total: price + 100, products: [{ code: 'B', quantity: 3, price }] },
        },
        hour,
      );
    expect(deriveOrder(two, [change(5, 250), change(4, 999)])).toMatchObject({
      total: 350,
      products: [
        { quantity: 1, price: 100 },
        { quantity: 3, price: 250 },
      ],
    });
  });

  test('changes each line by its own change if several have the same code', () => {
    const twice = placed({ products: [product('A'), product('A'), product('A', 'Received', 'Q')] });
    const change = (prices: number[], hour: number, productionOrder: string | null) => {
      const products = prices.map((price) => ({ code: 'A', quantity: 1, price }));
      return event({ type: 'order-changed', data: { products } }, hour, { productionOrder });
    };
    const pricesAfter = (...events: Happened[]) =>
      deriveOrder(twice, events).products.map(({ price }) => price);
    expect(pricesAfter(change([40, 60], 2, 'P'))).toEqual([40, 60, 100]);
    expect(pricesAfter(change([40, 60], 2, 'P'), change([50], 3, 'P'), change([70], 1, 'Q'))).toEqual([
      50, 60, 70,
    ]);
  });

  test('was paid at its last payment, and keeps the shop’s own date without one', () => {
    const paid = event({ type: 'payment', data: { status: 'paymentSuccess', paymentUrl: '/pay' } }, 3);
    expect(deriveOrder(placed(), [says('shipped', 9), paid, says('paymentPending', 1)])).toMatchObject({
      paymentUrl: '/pay',
      products: [{ paymentChangedAt: at(3) }],
    });
    const products = [{ ...product('A'), paymentChangedAt: at(2) }];
    expect(deriveOrder(placed({ products }), [says('shipped', 9)]).products[0]?.paymentChangedAt).toEqual(
      at(2),
    );
  });

  test('placed as paid counts as paid by then, if no date is given', () => {
    const paidAt = (status: OrderStatus) => {
      const order = placed({ status, products: [product('A', status)] });
      return deriveOrder(order, [says('shipped', 9)]).products[0]?.paymentChangedAt;
    };
    expect([paidAt('paymentSuccess'), paidAt('paymentFree')]).toEqual([at(0), at(0)]);
    expect([paidAt('paymentPending'), paidAt('Received'), paidAt('Confirmed')]).toEqual([null, null, null]);
  });

  test('promises the first announced dates, and expects the last ones', () => {
    const days = ({ promised, expected }: ReturnType<typeof deriveOrder>) => [promised, expected];
    const [first, later] = [
      { from: '2026-06-10', to: '2026-06-12' },
      { from: '2026-06-14', to: '2026-06-15' },
    ];
    const delayed = promise(later.from, later.to, 7);
    expect(days(deriveOrder(placed({ promised: first }), [delayed]))).toEqual([first, later]);
    expect(days(deriveOrder(placed(), [delayed, promise(first.from, first.to, 1)]))).toEqual([first, later]);
    expect(days(deriveOrder(placed(), []))).toEqual([null, null]);
  });

  test('arrives when all of its production orders do', () => {
    const parts = placed({ products: [product('A', 'producing', 'P'), product('B', 'producing', 'Q')] });
    const expected = deriveOrder(parts, [
      promise('2026-06-09', '2026-06-20', 1),
      promise('2026-06-11', '2026-06-12', 2, 'P'),
      promise('2026-06-10', '2026-06-13', 3, 'Q'),
    ]).expected;
    expect(expected).toEqual({ from: '2026-06-10', to: '2026-06-13' });
  });

  test('is delivered once all parcels are', () => {
    const sent = [says('shipped', 2), parcel('1', 'delivered', 5), parcel('2', 'in-transit', 4)];
    expect(deriveOrder(two, sent).deliveredAt).toBeNull();
    expect(deriveOrder(two, [...sent, parcel('2', 'delivered', 9)]).deliveredAt).toEqual(at(9));
  });
});

describe('parcels', () => {
  test('have their last reported state; delivered ones stay so', () => {
    const named = event(
      { type: 'parcel', data: { parcelId: '1', state: 'label', carrier: 'PostNL', trackingNumber: '3S' } },
      1,
      { productCodes: ['A'] },
    );
    expect(deriveParcels([parcel('1', 'delivered', 3), parcel('1', 'in-transit', 4), named])).toEqual([
      {
        parcelId: '1',
        carrier: 'PostNL',
        trackingNumber: '3S',
        trackingUrl: null,
        state: 'delivered',
        stateSince: at(3),
        place: null,
        collectBy: null,
        productCodes: ['A'],
      },
    ]);
  });
});
