import type { WallTime } from '../images/wall-time.ts';

/** The years that the seven bits of the format reach. */
const FIRST = { date: (1 << 5) | 1, time: 0 };
const LAST = { date: (127 << 9) | (12 << 5) | 31, time: (23 << 11) | (59 << 5) | 29 };

/**
 * A wall time as MS-DOS writes it, in steps of two seconds and from 1980 to 2107. It is a wall time too, so it needs no
 * zone; the extended timestamp, which zips may carry besides, is a moment in UTC that photographs seldom know.
 */
export function dosTimeOf(wallTime: WallTime): { date: number; time: number } {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = wallTime
    .split(/[-T:.]/)
    .map(Number);
  if (year < 1980) return FIRST;
  if (year > 2107) return LAST;
  return {
    date: ((year - 1980) << 9) | (month << 5) | day,
    time: (hour << 11) | (minute << 5) | (second >> 1),
  };
}
