import { DAY_MS } from '../../../platform/clock.ts';

/** Shops' clocks may be wrong; a time further ahead is a mistake, and such an event would override all later ones. */
const MAX_AHEAD_MS = DAY_MS;
/** Nobody ordered prints of digital photos before: 1970 and the year 1 are empty fields. */
const EARLIEST = Date.UTC(1995, 0);

/** Why nothing can have happened to an order at that time; null if it can. */
export function faultOfTime(time: Date, now: Date): string | null {
  if (time.getTime() > now.getTime() + MAX_AHEAD_MS) return 'is in the future';
  return time.getTime() < EARLIEST ? 'is before 1995' : null;
}
