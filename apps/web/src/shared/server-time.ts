import { MINUTE_MS } from '@keepsake/contracts/platform/limits';

/** A device that differs by less is right: an answer takes its time, and says the second only. */
const TOLERANCE_MS = MINUTE_MS;

let aheadMs = 0;

/**
 * Learns from the `Date` of an answer how far the server is ahead of this device; other hosts do not show theirs. One from a cache says
 * when it was stored.
 */
export function learnServerTime(date: string | null): void {
  if (date === null) return;
  const difference = Date.parse(date) - Date.now();
  aheadMs = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
}

/**
 * The time by which the server decides: what is still possible, expected or over. A device's own clock may be years off; what is
 * measured or remembered on the device goes by that.
 */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);
