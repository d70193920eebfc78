import { expect, test, vi } from 'vitest';
import { createLayoutReader } from './layout-reader.ts';

const sections = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key, count: 1 }));

test('reads a few layouts at once, each once', async () => {
  const loaded = new Set<string>(['b']);
  let running = 0;
  let most = 0;
  const load = vi.fn(async ({ key }: { key: string }) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    loaded.add(key);
    running--;
  });
  const reader = createLayoutReader({ load, isLoaded: (key) => loaded.has(key) });
  expect(await reader.read(sections)).toBe(true);
  expect(load).toHaveBeenCalledTimes(4);
  expect(most).toBe(3);
});

test('repeats outdated requests, and reports failed ones', async () => {
  const loaded = new Set<string>();
  const load = vi.fn(async ({ key }: { key: string }) => {
    if (key === 'b') return;
    if (load.mock.calls.length === 1) reader.stop();
    else loaded.add(key);
  });
  const reader = createLayoutReader({ load, isLoaded: (key) => loaded.has(key) });
  expect(await reader.read(sections.slice(0, 1))).toBe(true);
  expect(load).toHaveBeenCalledTimes(2);
  expect(await reader.read(sections.slice(0, 2))).toBe(false);
});
