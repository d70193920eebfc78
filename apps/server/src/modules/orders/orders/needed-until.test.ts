import { describe, expect, test } from 'vitest';
import { isStillArriving, type Lasting, neededUntil } from './needed-until.ts';

const PLACED = new Date('2026-06-01T10:00:00Z');
const on = (day: string) => new Date(`${day}T10:00:00Z`);
const order = (changes: Partial<Lasting> = {}): Lasting => ({
  createdAt: PLACED,
  status: 'producing',
  statusSince: PLACED,
  awaitsPayment: false,
  deliveredAt: null,
  expectedTo: null,
  products: [{ status: 'producing', withdrawal: { days: 14 }, isPersonalised: false }],
  ...changes,
});
const made = (right: Partial<Lasting['products'][number]>) => [
  { status: 'shipped', withdrawal: null, isPersonalised: null, ...right },
];
const delivered = { status: 'shipped', deliveredAt: on('2026-06-10') };

describe('an order must be kept completely', () => {
  test.each<[string, Partial<Lasting>, string]>([
    [
      'until its withdrawal ends',
      { ...delivered, products: made({ withdrawal: { days: 14 } }) },
      '2026-06-27',
    ],
    ['as long as the law has it if nothing was said', { ...delivered, products: made({}) }, '2026-06-27'],
    [
      'until it arrives if it is personal',
      { ...delivered, products: made({ isPersonalised: true }) },
      '2026-06-13',
    ],
    [
      'until it arrives if it cannot be withdrawn from',
      { ...delivered, products: made({ withdrawal: { none: 'sealed' } }) },
      '2026-06-13',
    ],
    [
      'for its longest period',
      { ...delivered, products: [...made({ isPersonalised: true }), ...made({ withdrawal: { days: 30 } })] },
      '2026-07-13',
    ],
    [
      'for a month more if nobody says that it arrived',
      { status: 'shipped', statusSince: on('2026-06-10'), products: made({ isPersonalised: true }) },
      '2026-07-13',
    ],
    ['for a quarter if nothing is said', {}, '2026-09-16'],
    ['for a quarter after it was to arrive', { expectedTo: '2026-08-01' }, '2026-11-16'],
    ['until it can be paid no longer', { status: 'paymentPending', awaitsPayment: true }, '2026-07-01'],
    ['no longer once it is cancelled', { status: 'Cancelled' }, '2026-06-01'],
  ])('%s', (_, changes, until) => {
    expect(neededUntil(order(changes)).toISOString().slice(0, 10)).toBe(until);
  });
});

test('an order is in progress until it has arrived, or is over', () => {
  const now = on('2026-06-11');
  expect(isStillArriving(order(), now)).toBe(true);
  expect(isStillArriving(order(delivered), now)).toBe(false);
  expect(isStillArriving(order({ status: 'Cancelled' }), now)).toBe(false);
  expect(isStillArriving(order(), on('2027-06-11'))).toBe(false);
});
