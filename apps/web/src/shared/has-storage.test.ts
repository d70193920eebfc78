// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { isLocalStorageAvailable } from './has-storage.ts';

test('storage that is blocked or full is not available [COK-04]', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const full = () => ({ setItem: denied }) as unknown as Storage;
  expect(isLocalStorageAvailable(denied)).toBe(false);
  expect(isLocalStorageAvailable(full)).toBe(false);
});

test('available storage is left unchanged [COK-04]', () => {
  const before = { ...window.localStorage };
  expect(isLocalStorageAvailable()).toBe(true);
  expect({ ...window.localStorage }).toEqual(before);
});
