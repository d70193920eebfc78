import { expect, test } from 'vitest';
import { spelledAddress } from './mail-address.ts';

test.each([
  ['anna@xn--mller-kva.example', 'anna@müller.example'],
  ['anna@shop.xn--mller-kva.example', 'anna@shop.müller.example'],
  ['anna@example.com', 'anna@example.com'],
  // No spelling leads back to these.
  ['anna@xn--a.example', 'anna@xn--a.example'],
  ['anna@XN--mller-kva.example', 'anna@XN--mller-kva.example'],
  ['', ''],
])('%s is shown as %s', (stored, shown) => {
  expect(spelledAddress(stored)).toBe(shown);
});
