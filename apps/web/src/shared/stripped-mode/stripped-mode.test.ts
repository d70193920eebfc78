import { expect, test } from 'vitest';
import { isStripped, rememberStrippedMode } from './stripped-mode.ts';

test('[ALD-15] stripped mode is asked for by the address and kept for the visit', () => {
  const kept = new Map<string, string>();
  const visit = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  expect(isStripped(visit)).toBe(false);
  rememberStrippedMode('?stripped=true', visit);
  rememberStrippedMode('?other=1', visit);
  expect(isStripped(visit)).toBe(true);
  rememberStrippedMode('?stripped=false', visit);
  expect(isStripped(visit)).toBe(false);
});
