import { expect, test, vi } from 'vitest';
import { releaseFreeMemory } from './release-free-memory.ts';

const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };

test.skipIf(!header.glibcVersionRuntime)('returns freed memory once per idle period', async () => {
  const debug = vi.fn();
  const stop = releaseFreeMemory({ debug }, 500);
  await expect.poll(() => debug.mock.calls.length, { timeout: 20_000, interval: 250 }).toBe(1);
  expect(debug.mock.calls[0]?.[1]).toBe('freed memory was given back');
  await stop();
});
