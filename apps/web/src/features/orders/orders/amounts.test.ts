import { expect, test } from 'vitest';
import { amountsOf } from './amounts.ts';
import { makeProduct } from './orders.fixture.ts';

test('a total consists of products, delivery and other additions or deductions of the shop', () => {
  const product = makeProduct({ price: 1_000, netPrice: 800, vatRate: 25 });
  const order = { products: [product, product], deliveryCharge: 300, total: 2_100, refunded: 0 };
  expect(amountsOf(order)).toEqual([
    { kind: 'products', value: 2_000 },
    { kind: 'delivery', value: 300 },
    { kind: 'reduction', value: -200 },
    { kind: 'total', value: 2_100 },
    // Delivery and the discount have tax as well.
    { kind: 'tax', value: 420, rate: 25 },
  ]);
});
