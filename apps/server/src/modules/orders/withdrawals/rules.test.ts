import { describe, expect, test } from 'vitest';
import { codesIn, type Details, type Line, lastDayOf, rightOf } from './rules.ts';

const line = (changes: Partial<Line> = {}): Line => ({
  code: 'FRAME',
  withdrawal: { days: 14 },
  isPersonalised: false,
  status: 'Dispatched',
  statusSince: new Date('2026-06-01T10:00:00Z'),
  isDeclared: false,
  ...changes,
});
const details = (changes: Partial<Details> = {}): Details => ({
  deliveredAt: null,
  timeZone: 'Europe/Vienna',
  isBusiness: false,
  now: new Date('2026-06-15T10:00:00Z'),
  ...changes,
});

describe('the last day of a withdrawal', () => {
  // 1 June 2026 is a Monday.
  test.each([
    ['does not count the day of the delivery', '2026-06-01T10:00:00Z', 'Europe/Vienna', '2026-06-15'],
    [
      'takes the day where the channel is, just before midnight',
      '2026-06-01T21:59:59Z',
      'Europe/Vienna',
      '2026-06-15',
    ],
    ['and just after it', '2026-06-01T22:00:00Z', 'Europe/Vienna', '2026-06-16'],
    ['of the same moment is another day elsewhere', '2026-06-01T22:30:00Z', 'Europe/London', '2026-06-15'],
    ['is a Monday when it would be a Saturday', '2026-06-06T10:00:00Z', 'Europe/Vienna', '2026-06-22'],
    ['is a Monday when it would be a Sunday', '2026-06-07T10:00:00Z', 'Europe/Vienna', '2026-06-22'],
    ['counts days, not hours, when clocks change', '2026-10-20T21:30:00Z', 'Europe/Vienna', '2026-11-03'],
  ])('%s', (_what, delivered, timeZone, last) => {
    expect(lastDayOf(new Date(delivered), 14, timeZone).toString()).toBe(last);
  });
});

describe('the right of withdrawal of a product', () => {
  const delivered = { deliveredAt: new Date('2026-06-01T10:00:00Z') };
  test('is open before the delivery, however long that takes', () => {
    const making = line({ status: 'ProductionStarted' });
    const now = new Date('2028-01-01T10:00:00Z');
    expect(rightOf(making, details({ now }))).toEqual({ state: 'open', days: 14, lastDay: null });
  });

  test.each([
    ['2026-06-15T21:59:59Z', 'open'],
    ['2026-06-15T22:00:00Z', 'ended'],
  ])('at %s, where the last day ends at 22:00 UTC, is %s', (now, state) => {
    const right = rightOf(line(), details({ ...delivered, now: new Date(now) }));
    expect(right).toMatchObject({ state, lastDay: '2026-06-15' });
  });

  test('ends a year later if its arrival is never reported', () => {
    const at = (now: string) => rightOf(line(), details({ now: new Date(now) })).state;
    expect([at('2027-06-15T10:00:00Z'), at('2027-06-17T10:00:00Z')]).toEqual(['open', 'ended']);
  });

  test.each([
    ['made for somebody', { withdrawal: { none: 'personalised' } }, 'personalised'],
    ['made for somebody, without more said', { withdrawal: null, isPersonalised: true }, 'personalised'],
    ['sealed', { withdrawal: { none: 'sealed' } }, 'sealed'],
  ] as const)('does not exist for what is %s', (_what, changes, reason) => {
    expect(rightOf(line(changes), details(delivered))).toEqual({ state: 'none', reason });
  });

  test('does not exist for a business', () => {
    const right = rightOf(line(), details({ ...delivered, isBusiness: true }));
    expect(right).toEqual({ state: 'none', reason: 'business' });
  });

  test.each([
    ['nobody knows of what the shop did not speak of', { withdrawal: null, isPersonalised: null }, 'unknown'],
    ['there is nothing left of what is cancelled', { status: 'cancelled' }, 'cancelled'],
    ['it is used once', { isDeclared: true }, 'declared'],
  ])('%s', (_what, changes, state) => {
    expect(rightOf(line(changes), details(delivered))).toEqual({ state });
  });
});

test.each([
  ['K-1001', ['K-1001']],
  ['  k-1001 ', ['k-1001', 'K-1001']],
  ['my order #K-1001, please', ['my', 'MY', 'order', 'ORDER', 'K-1001', 'please', 'PLEASE']],
  ['Bestellung Nr. ÄÖ', ['Bestellung', 'BESTELLUNG', 'Nr', 'NR']],
  ['???', []],
])('%j may name the orders %j', (written, codes) => {
  expect(codesIn(written)).toEqual(codes);
});
