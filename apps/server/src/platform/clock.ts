import { DAY_MS, MINUTE_MS } from '@keepsake/contracts/platform/limits';

export { DAY_MS, HOUR_MS, MINUTE_MS } from '@keepsake/contracts/platform/limits';

/** The current instant. Passed in, so that rules and jobs can run at any time. */
export type Clock = () => Date;

/** The machine's own clock; programs take it once and pass it on. */
export const systemClock: Clock = () => new Date();

/** Starts measuring: what it returns tells the milliseconds since then, which no clock that is set makes longer or shorter. */
export function startStopwatch(): () => number {
  const startedAt = performance.now();
  return () => performance.now() - startedAt;
}

/** Times further ahead than this were written while a clock was: clocks that agree differ by less. */
export const AHEAD_SECONDS = 90;

/** Others' clocks may be wrong, but not by more: a time further ahead is a mistake, and would stay the newest. */
export const MAX_AHEAD_MS = DAY_MS;

/** How often a process repeats in its log what is still wrong. */
export const REPEAT_MS = 10 * MINUTE_MS;

/** The time that many milliseconds before another. */
export const ago = (ms: number) => (now: Date) => new Date(now.getTime() - ms);
