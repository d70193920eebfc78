import { expect, test } from 'vitest';
import { fromStoredNames, toStoredNames } from './stored-names.ts';

test('a customer’s id keeps its stored name', () => {
  const body = { customerId: 'c', photoId: 'p', after: { customerId: 'other' } };
  expect(toStoredNames(body)).toEqual({ userId: 'c', photoId: 'p', after: { customerId: 'other' } });
  expect(fromStoredNames(toStoredNames(body))).toEqual(body);
});

test.each([null, undefined, 'text', 3, {}, { photoId: 'p' }, []])('%j stays as it is', (stored) => {
  expect(fromStoredNames(stored)).toEqual(stored);
});
