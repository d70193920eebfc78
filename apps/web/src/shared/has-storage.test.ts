// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { isLocalStorageAvailable } from './has-storage.ts';

test('[COK-04] storage that is denied or full is not available', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const full = () => ({ setItem: denied }) as unknown as Storage;
  expect(isLocalStorageAvailable(denied)).toBe(false);
  expect(isLocalStorageAvailable(full)).toBe(false);
});

test('[COK-04] storage that works is left as it was', () => {
  expect(isLocalStorageAvailable()).toBe(true);
  expect(window.localStorage).toHaveLength(0);
});
