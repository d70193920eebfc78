import { describe, expect, test } from 'vitest';
import { displayStatusOf, isInProgress, ORDER_STATUSES, splitOrders } from './order-status.ts';

const now = new Date('2026-06-30T12:00:00Z');
const daysAgo = (days: number, ms = 0) => new Date(now.getTime() - days * 86_400_000 + ms).toISOString();
const order = (age: string, ...products: [status: string, paid: string | null][]) => ({
  createdAt: age,
  products: products.map(([status, paymentChangedDate]) => ({ status, paymentChangedDate })),
});

describe('statuses of orders', () => {
  test.each([
    ['[ORD-14] Received', 'AwaitingPayment'],
    ['[ORD-15] Confirmed', 'Ordered'],
    ['[ORD-16] ProductionStarted', 'InProduction'],
    ['[ORD-16] ProductionCompleted', 'InProduction'],
    ['[ORD-17] Dispatched', 'Sent'],
    ['[ORD-18] Cancelled', 'Cancelled'],
  ])('%s shows as %s', (title, shown) => {
    expect(displayStatusOf(title.split(' ').at(-1) ?? '')).toBe(shown);
  });

  test('the shops’ words are understood, too; an unknown one shows nothing [ORD-19]', () => {
    const shownAs = (display: string) =>
      ORDER_STATUSES.filter((status) => displayStatusOf(status) === display);
    expect(shownAs('AwaitingPayment')).toEqual(['paymentPending', 'paymentFailed', 'Received']);
    expect(shownAs('InProduction')).toEqual([
      'producing',
      'delayed',
      'ProductionStarted',
      'ProductionCompleted',
    ]);
    expect(shownAs('Sent')).toEqual(['shipped', 'Dispatched']);
    expect(shownAs('Cancelled')).toEqual(['rejected', 'cancelled', 'Cancelled']);
    expect(shownAs('Ordered')).toHaveLength(8);
    expect([displayStatusOf('lost'), displayStatusOf('toString')]).toEqual([null, null]);
  });
});

describe('an order is in progress [ORD-03]', () => {
  test.each([
    ['a moment before it is 30 days old', order(daysAgo(30, 1), ['producing', null]), true],
    ['not once it is 30 days old', order(daysAgo(30), ['producing', null]), false],
    [
      'when it was sent and its payment changed within 14 days',
      order(daysAgo(20), ['shipped', daysAgo(14, 1)]),
      true,
    ],
    ['not when its payment changed 14 days ago', order(daysAgo(20), ['Dispatched', daysAgo(14)]), false],
    [
      'when it was sent, nobody knows when it was paid, and it is under 14 days old',
      order(daysAgo(14, 1), ['shipped', null]),
      true,
    ],
    ['not when all that is known of it is 14 days old', order(daysAgo(14), ['shipped', null]), false],
    ['not when it is old, whenever it was paid', order(daysAgo(31), ['shipped', daysAgo(1)]), false],
    [
      'not when one of its products alone is past',
      order(daysAgo(20), ['producing', null], ['shipped', daysAgo(15)]),
      false,
    ],
    ['when it was cancelled lately', order(daysAgo(3), ['cancelled', daysAgo(29)]), true],
  ])('%s', (_when, given, expected) => {
    expect(isInProgress(given, now)).toBe(expected);
  });

  test('and else in the history [ORD-04, ORD-05]', () => {
    const [fresh, old] = [order(daysAgo(1), ['processing', null]), order(daysAgo(90), ['shipped', null])];
    expect(splitOrders([old, fresh], now)).toEqual({ inProgress: [fresh], history: [old] });
  });
});
