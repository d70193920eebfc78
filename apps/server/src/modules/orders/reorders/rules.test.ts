import { expect, test } from 'vitest';
import { priceToday, type Repeated, type RepeatedLine } from './rules.ts';

const now = new Date('2026-06-15T10:00:00Z');
const line = (changes: Partial<RepeatedLine> = {}): RepeatedLine => ({
  code: 'BOOK',
  quantity: 1,
  price: 1_500,
  voucher: null,
  voucherDetails: null,
  photosCount: 0,
  missingPhotosCount: 0,
  withdrawal: null,
  isCancelled: false,
  ...changes,
});
const order = (lines: RepeatedLine[], changes: Partial<Repeated> = {}): Repeated => ({
  total: 1_890,
  deliveryCharge: 390,
  lines,
  ...changes,
});
const voucher = (expiresAt?: string) =>
  line({
    voucher: 'SUMMER',
    voucherDetails: { title: 'Summer', amount: 500, ...(expiresAt && { expiresAt }) },
  });

test.each([
  ['has ended', voucher('2026-06-15T10:00:00Z'), 2_390, true],
  ['may have ended', voucher(), 2_390, true],
  ['goes on', voucher('2026-06-15T10:00:01Z'), 1_890, false],
])('a voucher that %s is deducted only if it is certain [ORD-30]', (_what, product, total, hasEnded) => {
  const today = priceToday(order([product]), null, now);
  expect([today.total, today.products[0]?.voucher]).toEqual([
    total,
    { code: 'SUMMER', title: 'Summer', hasEnded },
  ]);
});

test('a discount on the whole order is not promised again, a surcharge is', () => {
  expect(priceToday(order([line()], { total: 1_390 }), null, now).total).toBe(1_890);
  expect(priceToday(order([line()], { total: 1_990 }), null, now).total).toBe(1_990);
});

test('the shop’s answer replaces prices, voucher and delivery; what it omits costs nothing [ORD-30]', () => {
  const mug = line({ code: 'MUG', price: 900, photosCount: 1, missingPhotosCount: 1 });
  const products = [
    { code: 'BOOK', price: 1_700 },
    { code: 'MUG', price: 950 },
  ];
  const offer = { total: 3_100, deliveryCharge: 450, products };
  const today = priceToday(order([voucher(), mug]), offer, now);
  expect(today).toMatchObject({ total: 2_150, deliveryCharge: 450, isPriceOfToday: true });
  expect(today.products.map(({ price, leftOut }) => [price, leftOut])).toEqual([
    [1_700, null],
    [null, 'photos-missing'],
  ]);
});

test('cancelled products are not ordered again, nor charged, even if the shop names a price [ORD-30]', () => {
  const lines = [line(), line({ code: 'MUG', price: 900, isCancelled: true })];
  const then = priceToday(order(lines, { total: 2_790 }), null, now);
  expect(then).toMatchObject({ total: 1_890, products: [{ leftOut: null }, { leftOut: 'cancelled' }] });
  const products = [
    { code: 'BOOK', price: 1_700 },
    { code: 'MUG', price: 950 },
  ];
  const offer = { total: 3_040, deliveryCharge: 390, products };
  expect(priceToday(order(lines), offer, now)).toMatchObject({
    total: 2_090,
    products: [{ price: 1_700 }, { price: null, leftOut: 'cancelled' }],
  });
});

test('a product that the shop does not mention keeps its price', () => {
  const offer = { total: 1_890, products: [{ code: 'OTHER', price: 1 }] };
  expect(priceToday(order([line()]), offer, now).products).toMatchObject([{ price: 1_500, leftOut: null }]);
});
