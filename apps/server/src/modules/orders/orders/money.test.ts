import type { OrderStatus } from '@keepsake/contracts/orders/order-status';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Happened } from './happened.ts';
import { deriveMoney, deriveRefunds } from './money.ts';
import { deriveOrder, type PlacedOrder } from './rules.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 5, 1, hour));
const product = (code: string, status: OrderStatus, price = 100) => ({
  code,
  productionOrder: 'P',
  status,
  paymentChangedAt: null,
  quantity: 1,
  price,
});
const placed = (status: OrderStatus = 'paymentSuccess', prices: Record<string, number> = { A: 100 }) =>
  ({
    createdAt: at(0),
    status,
    paymentUrl: null,
    promised: null,
    addressChangeableUntil: null,
    total: Object.values(prices).reduce((sum, price) => sum + price, 0),
    products: Object.entries(prices).map(([code, price]) => product(code, status, price)),
  }) satisfies PlacedOrder;
const event = (type: string, data: object, hour: number, productCodes: string[] | null = null) =>
  ({ type, data, happenedAt: at(hour), productCodes, productionOrder: null, note: null }) as Happened;
const pays = (status: OrderStatus, hour: number, codes: string[] | null = null) =>
  event('payment', { status }, hour, codes);
const moneyOf = (order: PlacedOrder, ...events: Happened[]) =>
  deriveMoney(order, events, deriveOrder(order, events).products);

describe('an order is paid', () => {
  const sent = event('status', { status: 'shipped' }, 9);
  test.each([
    ['if it was placed so', placed(), [], true],
    ['by a payment before or after it is sent', placed('approved'), [sent, pays('paymentSuccess', 12)], true],
    ['by none', placed('approved'), [sent], false],
    ['no longer if its payment was returned', placed(), [pays('paymentFailed', 1), sent], false],
    ['nor if that happened after it was sent', placed(), [sent, pays('paymentFailed', 12)], false],
    ['again by the next payment', placed(), [pays('paymentFailed', 1), pays('paymentSuccess', 2)], true],
    [
      'whatever arrived first',
      placed('approved'),
      [pays('paymentSuccess', 2), pays('paymentFailed', 1)],
      true,
    ],
    [
      'of one moment by the good one',
      placed('approved'),
      [pays('paymentSuccess', 1), pays('paymentFailed', 1)],
      true,
    ],
    [
      'if all its products are',
      placed('approved', { A: 1, B: 1 }),
      [pays('paymentSuccess', 1, ['A'])],
      false,
    ],
    [
      'without those cancelled',
      placed('approved', { A: 1, B: 1 }),
      [pays('paymentSuccess', 1, ['A']), event('status', { status: 'cancelled' }, 2, ['B'])],
      true,
    ],
  ])('%s', (_, order, events, isPaid) => {
    expect(moneyOf(order, ...events).isPaid).toBe(isPaid);
  });
});

describe('what was paid', () => {
  const cancelled = event('status', { status: 'cancelled' }, 2, ['B']);
  const lowered = (hour: number) =>
    event('order-changed', { total: 50, products: [{ code: 'A', quantity: 1, price: 50 }] }, hour);
  test.each([
    ['before it was lowered', placed(), [lowered(3)], { most: 100, mostOf: [100] }],
    [
      'with a product that was cancelled before there was an order, by the clock of whoever said so',
      placed('paymentSuccess', { A: 100, B: 50 }),
      [event('status', { status: 'cancelled' }, -1, ['B'])],
      { most: 150, mostOf: [100, 50] },
    ],
    [
      'after it was lowered',
      placed('approved'),
      [lowered(3), pays('paymentSuccess', 4)],
      { most: 50, mostOf: [50] },
    ],
    [
      'with a product that was cancelled later',
      placed('paymentSuccess', { A: 9, B: 5 }),
      [cancelled],
      { most: 14, mostOf: [9, 5] },
    ],
    [
      'without one that was cancelled before',
      placed('approved', { A: 9, B: 5 }),
      [cancelled, pays('paymentSuccess', 4)],
      { mostOf: [9, 0] },
    ],
  ])('%s', (_, order, events, money) => {
    expect(moneyOf(order, ...events)).toMatchObject(money);
  });
});

test('refunds are no more than was paid, however often they are reported', () => {
  const amounts = fc.array(fc.tuple(fc.nat(200), fc.nat(20)));
  fc.assert(
    fc.property(fc.nat(300), fc.option(fc.nat(300)), amounts, (total, changed, reported) => {
      const refunds = reported.map(([amount, hour]) => event('refunded', { amount }, hour));
      const changes = changed === null ? [] : [event('order-changed', { total: changed }, 1)];
      const derived = deriveRefunds(total, [...refunds, ...changes]);
      const sum = (of: 'amount' | 'surplus') => derived.reduce((all, refund) => all + refund[of], 0);
      const notified = reported.reduce((all, [amount]) => all + amount, 0);
      expect(sum('amount')).toBe(Math.min(notified, Math.max(total, changed ?? 0)));
      expect(sum('amount') + sum('surplus')).toBe(notified);
    }),
  );
});
