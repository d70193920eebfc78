/** How often progress is shown, in milliseconds; it arrives much more often. */
const SHOWN_EVERY_MS = 250;

type Show = (sent: ReadonlyMap<number, number>, bytesPerSecond: number | null) => void;

/** Collects the progress of all uploads and measures their speed. */
export function createProgressBatch(show: Show, now: () => number = () => performance.now()) {
  const rate = createTransferRate(now);
  const latest = new Map<number, number>();
  let changed = new Map<number, number>();
  let fresh = 0;
  let isScheduled = false;

  function flush() {
    isScheduled = false;
    const sent = changed;
    changed = new Map();
    const bytesPerSecond = rate.add(fresh);
    fresh = 0;
    show(sent, bytesPerSecond);
  }
  return {
    /** Records the total bytes sent of an upload. */
    add(id: number, sent: number): void {
      // Bytes of an earlier attempt arrive at once and say nothing about the speed.
      if (latest.has(id)) fresh += Math.max(0, sent - (latest.get(id) ?? 0));
      latest.set(id, sent);
      changed.set(id, sent);
      if (!isScheduled) setTimeout(flush, SHOWN_EVERY_MS);
      isScheduled = true;
    },
    /** An upload has ended. */
    settle(id: number): void {
      latest.delete(id);
      changed.delete(id);
    },
  };
}

/** Progress older than this no longer counts, in milliseconds. */
const WINDOW_MS = 15_000;
/** Shorter measurements vary too much to be shown. */
const LEAST_MS = 1_000;

/** Measures bytes per second over the last few seconds. */
function createTransferRate(now: () => number) {
  let samples: { at: number; bytes: number }[] = [];
  return {
    /** Adds the bytes since the last call; returns the rate, or null while too little is known. */
    add(bytes: number): number | null {
      const at = now();
      samples = samples.filter((sample) => sample.at > at - WINDOW_MS);
      samples.push({ at, bytes });
      const [first] = samples;
      const elapsed = at - (first?.at ?? at);
      if (elapsed < LEAST_MS) return null;
      // The first sample's bytes were sent before the measured time.
      const sum = samples.slice(1).reduce((total, sample) => total + sample.bytes, 0);
      return sum > 0 ? (sum * 1_000) / elapsed : null;
    },
  };
}
