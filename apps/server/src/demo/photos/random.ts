/** A stream of numbers in [0, 1) that is the same for the same seed: the demo looks the same on every machine. */
export type Random = () => number;

/** mulberry32: 32 bits of state are plenty for choosing crops, and it is five lines. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `low` up to and including `high`. */
export function randomInteger(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

export function randomBetween(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}

/** One of the items; throws on an empty list, which is a programming error. */
export function pickOne<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
}
