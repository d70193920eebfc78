import { DAY_MS } from '../../../platform/clock.ts';

/** Clocks of shops may be wrong; what is dated further ahead is a mistake, and as an event it would outdo all that follow. */
const MAX_AHEAD_MS = DAY_MS;
/** Nobody ordered prints of digital photos before: 1970 and the year 1 are empty fields. */
const EARLIEST = Date.UTC(1995, 0);

/** Why nothing of an order can have happened at that time; null where it can. */
export function faultOfTime(time: Date, now: Date): string | null {
  if (time.getTime() > now.getTime() + MAX_AHEAD_MS) return 'is in the future';
  return time.getTime() < EARLIEST ? 'is before 1995' : null;
}
