import { expect, test } from 'vitest';
import { daysAgo, entry, makeOrder, makeProduct } from './orders.fixture.ts';
import { stepsOf } from './steps.ts';

const drawn = (changes: Parameters<typeof makeOrder>[0]) =>
  stepsOf(makeOrder(changes)).map(({ kind, state, entries }) => [kind, state, entries.length]);

test('the current step depends only on the order’s status, whatever events say', () => {
  const timeline = [
    entry('placed', daysAgo(5)),
    entry('parcel', daysAgo(3), { parcelId: 'P', state: 'label' }),
    entry('status', daysAgo(2), { status: 'Dispatched' }),
    entry('status', daysAgo(1), { status: 'ProductionStarted' }),
    entry('parcel', daysAgo(0.5), { parcelId: 'P', state: 'delivered' }),
  ];
  expect(drawn({ status: 'Dispatched', timeline })).toEqual([
    ['Ordered', 'done', 1],
    ['InProduction', 'done', 0],
    // One of two parcels has arrived: the order is still on its way.
    ['Sent', 'now', 1],
    ['Delivered', 'toCome', 0],
  ]);
  expect(drawn({ status: 'Dispatched', deliveredAt: daysAgo(0.5), timeline }).at(-1)).toEqual([
    'Delivered',
    'now',
    0,
  ]);
});

test('an unpaid order begins with its payment, a cancelled one ends', () => {
  const failed = entry('payment', daysAgo(1), { status: 'paymentFailed' });
  expect(drawn({ status: 'paymentFailed', timeline: [entry('placed', daysAgo(2)), failed] })[0]).toEqual([
    'AwaitingPayment',
    'now',
    1,
  ]);
  const kinds = drawn({ status: 'Cancelled', timeline: [entry('placed', daysAgo(2))] });
  expect(kinds.map(([kind]) => kind)).toEqual(['Ordered', 'Cancelled']);
});

test('a step shows its reason itself, and lists events about some products only', () => {
  const started = { status: 'Cancelled', note: 'You withdrew before it was sent.' };
  const order = { products: [makeProduct({ code: 'FRAME' })], status: 'Cancelled', statusSince: daysAgo(1) };
  const last = (productCodes: string[] | null, products = order.products) =>
    stepsOf(
      makeOrder({
        ...order,
        products,
        timeline: [entry('status', daysAgo(1), { ...started, productCodes })],
      }),
    ).at(-1);
  for (const all of [null, ['FRAME']]) expect(last(all)).toMatchObject({ note: started.note, entries: [] });
  const two = [...order.products, makeProduct({ code: 'BOOK' })];
  expect(last(['FRAME'], two)).toMatchObject({ note: null, entries: [{ note: started.note }] });
});
