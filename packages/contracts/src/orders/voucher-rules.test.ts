import { describe, expect, test } from 'vitest';
import { judgeVoucher, type VoucherItem, voucherKeyOf } from './voucher-rules.ts';
import type { Voucher } from './vouchers.ts';

const NOW = new Date('2026-12-31T23:00:00Z');
const voucher = (changes: Partial<Voucher> = {}): Voucher => ({
  code: 'WELCOME10',
  title: 'Welcome',
  value: { amount: { GBP: 1_000, EUR: 1_200 } },
  minimum: null,
  goodFor: null,
  channels: null,
  uses: 'once-per-customer',
  endsAt: null,
  isPersonal: false,
  isUsed: false,
  usedIn: null,
  ...changes,
});
const item = (changes: Partial<VoucherItem> = {}): VoucherItem => ({
  channel: 'pennyfern',
  currency: 'GBP',
  article: 'BOOK_A4L_24',
  articleType: 'photo-book',
  price: 3_499,
  ...changes,
});
const judge = (changes: Partial<Voucher>, context: Partial<VoucherItem> = {}, now = NOW) =>
  judgeVoucher(voucher(changes), item(context), now);

describe('the code of a voucher', () => {
  test.each(['summer-10', ' SUMMER 10 ', 'summer–1o', 'Summer_IO', 'ｓｕｍｍｅｒ１０', 'summer\u200b-l0'])(
    'is the same in any notation: %s',
    (typed) => expect(voucherKeyOf(typed)).toBe(voucherKeyOf('SUMMER10')),
  );

  test.each(['', ' - ', 'sommer€', "10' or 1=1", 'A'.repeat(65), 'A'.repeat(10_000)])(
    'is none: %s',
    (typed) => expect(voucherKeyOf(typed)).toBeNull(),
  );
});

describe('whether a voucher can be used', () => {
  test('says what it takes off, never more than the price', () => {
    expect(judge({})).toEqual({ isUsable: true, takesOff: 1_000, minimum: null });
    expect(judge({}, { price: 399 })).toMatchObject({ takesOff: 399 });
    expect(judge({}, { currency: 'EUR' })).toMatchObject({ takesOff: 1_200 });
    expect(judge({ value: { percent: 15 } })).toMatchObject({ takesOff: 525 });
    expect(judge({ value: { percent: 100 } }, { currency: null })).toMatchObject({ takesOff: 3_499 });
  });

  test('ends exactly at its end, wherever the customer is', () => {
    const endsAt = '2026-12-31T23:00:00Z';
    expect(judge({ endsAt }, {}, new Date('2026-12-31T22:59:59.999Z'))).toMatchObject({ isUsable: true });
    expect(judge({ endsAt })).toEqual({ isUsable: false, reason: 'ended' });
  });

  test('names reasons that hold for every product first', () => {
    const all = { endsAt: '2026-12-31T22:59:59Z', channels: ['kiekhof'], minimum: { GBP: 9_900 } };
    expect(judge({ ...all, isUsed: true })).toMatchObject({ reason: 'used' });
    expect(judge(all)).toMatchObject({ reason: 'ended' });
    expect(judge({ ...all, endsAt: null })).toMatchObject({ reason: 'channel' });
    expect(judge({ minimum: { GBP: 9_900 } })).toEqual({
      isUsable: false,
      reason: 'minimum',
      minimum: 9_900,
    });
    expect(judge({ minimum: { GBP: 3_499 } })).toMatchObject({ isUsable: true });
  });

  test('is for its articles and types only', () => {
    const goodFor = { title: 'Photo books', articles: ['CAL_A4'], articleTypes: ['photo-book'] };
    expect(judge({ goodFor })).toMatchObject({ isUsable: true });
    expect(judge({ goodFor }, { article: 'CAL_A4', articleType: null })).toMatchObject({ isUsable: true });
    expect(judge({ goodFor }, { articleType: 'canvas' })).toMatchObject({ reason: 'article' });
    expect(judge({ goodFor }, { article: null, articleType: null })).toMatchObject({ reason: 'article' });
  });

  test('needs the currency of the shop', () => {
    expect(judge({}, { currency: 'SEK' })).toEqual({ isUsable: false, reason: 'currency' });
    expect(judge({ value: { percent: 10 }, minimum: { EUR: 1 } })).toMatchObject({ reason: 'currency' });
  });

  test('returns the minimum if the price is unknown', () => {
    const verdict = judge({ minimum: { GBP: 3_000, EUR: 3_500 } }, { price: null });
    expect(verdict).toEqual({ isUsable: true, takesOff: null, minimum: 3_000 });
  });
});
