// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { isLocalStorageAvailable } from './has-storage.ts';

test('[COK-04] storage that is blocked or full is not available', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const full = () => ({ setItem: denied }) as unknown as Storage;
  expect(isLocalStorageAvailable(denied)).toBe(false);
  expect(isLocalStorageAvailable(full)).toBe(false);
});

test('[COK-04] available storage is left unchanged', () => {
  expect(isLocalStorageAvailable()).toBe(true);
  expect(window.localStorage).toHaveLength(0);
});
