import { expect } from 'vitest';

/** Expects two kinds of calls to take equally long. Each returns its duration in milliseconds. */
export async function expectAsLong(one: () => Promise<number>, other: () => Promise<number>): Promise<void> {
  let [first, second] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const isAsLong = () => Math.abs(first - second) < Math.max(first, second) * 0.6;
  // Alternates and compares the fastest of each, because a busy machine slows some of them down.
  for (let turn = 0; turn < 28 && !(turn >= 4 && isAsLong()); turn++) {
    first = Math.min(first, await one());
    second = Math.min(second, await other());
  }
  expect(isAsLong(), `one ${first} ms, the other ${second} ms`).toBe(true);
}
