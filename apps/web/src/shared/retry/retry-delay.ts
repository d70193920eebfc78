const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/** Pause before try number `failures + 1`: doubling, with jitter so that customers do not come back all at once. */
export function retryDelay(failures: number, random: () => number): number {
  const pause = Math.min(FIRST_MS * 2 ** failures, LONGEST_MS);
  return pause / 2 + (pause / 2) * random();
}
