/** Progress of this long ago no longer counts, in milliseconds. */
const WINDOW_MS = 15_000;
/** Younger measurements swing too much to be told. */
const LEAST_MS = 1_000;

/** Measures bytes per second over the last seconds. */
export function createTransferRate(now: () => number) {
  let samples: { at: number; bytes: number }[] = [];
  return {
    /** Takes the bytes since the last call; gives the rate, null while too little is known. */
    add(bytes: number): number | null {
      const at = now();
      samples = samples.filter((sample) => sample.at > at - WINDOW_MS);
      samples.push({ at, bytes });
      const [first] = samples;
      const elapsed = at - (first?.at ?? at);
      if (elapsed < LEAST_MS) return null;
      // The first sample's bytes came before the time that is measured.
      const sum = samples.slice(1).reduce((total, sample) => total + sample.bytes, 0);
      return sum > 0 ? (sum * 1_000) / elapsed : null;
    },
  };
}
