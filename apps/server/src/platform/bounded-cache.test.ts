import { expect, test } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';

const keysIn = (cache: { get(key: string): unknown }, keys: readonly string[]) =>
  keys.filter((key) => cache.get(key) !== undefined);

test('keeps at most its limit, and what was used last', () => {
  const cache = createBoundedCache<number>({ max: 4 });
  const all = Array.from({ length: 100 }, (_, at) => `key ${at}`);
  for (const [at, key] of all.entries()) {
    cache.set(key, at);
    expect(cache.get('key 0')).toBe(0);
    expect(cache.get(key)).toBe(at);
  }
  const left = keysIn(cache, all);
  expect(left).toContain('key 0');
  expect(left.length).toBeLessThanOrEqual(4);
});

test('returns the newest value, also for an ageing key', () => {
  const cache = createBoundedCache<string>({ max: 4 });
  cache.set('a', 'first');
  for (const key of ['b', 'c', 'd']) cache.set(key, key);
  cache.set('a', 'second');
  expect(cache.get('a')).toBe('second');
});

test('forgets an expired value, however often it was read', () => {
  let now = 0;
  const cache = createBoundedCache<string>({ max: 10, lifetimeMs: 100, now: () => now });
  cache.set('a', 'x');
  now = 100;
  expect(cache.get('a')).toBe('x');
  now = 101;
  expect(cache.get('a')).toBeUndefined();
});

test('forgets one, some and all, in whichever generation they are', () => {
  const cache = createBoundedCache<number>({ max: 6 });
  const keys = ['a1', 'a2', 'b1', 'b2', 'c1'];
  for (const [at, key] of keys.entries()) cache.set(key, at);
  cache.delete('b1');
  cache.drop((key, value) => key.startsWith('a') && value === 0);
  expect(keysIn(cache, keys)).toEqual(['a2', 'b2', 'c1']);
  cache.clear();
  expect(keysIn(cache, keys)).toEqual([]);
});
