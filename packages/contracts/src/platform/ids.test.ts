import { expect, expectTypeOf, test } from 'vitest';
import { type CustomerId, customerIdSchema } from './ids.ts';

const ID = '01900000-0000-7000-8000-000000000001';
const find = (customerId: CustomerId, photoId: string) => `${customerId} ${photoId}`;

test('no other id is taken for a customer’s, at compile time', () => {
  const [customerId, photoId] = [customerIdSchema.parse(ID), ID];
  expectTypeOf(find).parameter(0).not.toEqualTypeOf<string>();
  expectTypeOf(photoId).not.toExtend<CustomerId>();
  expectTypeOf(customerId).toExtend<string>();
  // @ts-expect-error: swapped, they do not compile.
  expect(find(photoId, customerId)).toBe(`${ID} ${ID}`);
});

test('what is no id is refused', () => {
  for (const text of ['', 'anna', ID.toUpperCase().replace('8000', 'A000'), `${ID} `])
    expect(customerIdSchema.safeParse(text).success, text).toBe(false);
});
