import { expect, test } from 'vitest';
import { discountOfOrder, faultOfTotal } from './price-faults.ts';

const lines = [
  { gross: 1_000, isCancelled: false },
  { gross: 500, isCancelled: true },
];
const order = (total: number) => ({ total, deliveryCharge: 0, lines });

test('the total of a partly cancelled order is that of what is left, or still the earlier one', () => {
  expect([1_000, 900, 1_500].map((total) => discountOfOrder(order(total)))).toEqual([0, 100, 0]);
  expect([1_000, 900, 1_500].map((total) => faultOfTotal(order(total)))).toEqual([null, null, null]);
});

test.each([1_001, 1_499, 1_501, 99_999])(
  'a total of %i that its products do not cost is refused',
  (total) => {
    expect(faultOfTotal(order(total))).toContain('more than its products and delivery');
  },
);
