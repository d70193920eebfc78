import { expect, it } from 'vitest';
import { fromStoredNames, toStoredNames } from './stored-names.ts';

it('a customer’s id keeps its stored name', () => {
  const body = { customerId: 'c', photoId: 'p', after: { customerId: 'other' } };
  expect(toStoredNames(body)).toEqual({ userId: 'c', photoId: 'p', after: { customerId: 'other' } });
  expect(fromStoredNames(toStoredNames(body))).toEqual(body);
});

it.each([null, undefined, 'text', 3, {}, { photoId: 'p' }, []])('%j stays as it is', (stored) => {
  expect(fromStoredNames(stored)).toEqual(stored);
});
