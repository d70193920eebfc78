/** Interval at which progress is shown, in milliseconds; it arrives much more often. */
const SHOWN_EVERY_MS = 250;

type Show = (sent: ReadonlyMap<number, number>, bytesPerSecond: number | null) => void;

/** Gathers the progress of all uploads and measures their speed. */
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
    /** Notes the bytes of an upload that are sent in all. */
    add(id: number, sent: number): void {
      // The bytes of an earlier try come at once and say nothing about the speed.
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

/** Older progress no longer counts, in milliseconds. */
const WINDOW_MS = 15_000;
/** Shorter measurements vary too much to be shown. */
const LEAST_MS = 1_000;

/** Measures bytes per second over the last seconds. */
function createTransferRate(now: () => number) {
  let samples: { at: number; bytes: number }[] = [];
  return {
    /** Takes the bytes since the last call; returns the rate, null while too little is known. */
    add(bytes: number): number | null {
      const at = now();
      samples = samples.filter((sample) => sample.at > at - WINDOW_MS);
      samples.push({ at, bytes });
      const [first] = samples;
      const elapsed = at - (first?.at ?? at);
      if (elapsed < LEAST_MS) return null;
      // The first sample's bytes came before the measured time.
      const sum = samples.slice(1).reduce((total, sample) => total + sample.bytes, 0);
      return sum > 0 ? (sum * 1_000) / elapsed : null;
    },
  };
}
