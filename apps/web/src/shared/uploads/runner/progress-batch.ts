import { createTransferRate } from './transfer-rate.ts';

/** Progress is shown this often, in milliseconds; it arrives much more often. */
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
    /** An upload has so many bytes sent in all. */
    add(id: number, sent: number): void {
      // What an earlier try had sent already comes at once and is no measure of the speed.
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
