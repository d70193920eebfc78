export { DAY_MS } from '@keepsake/contracts/platform/limits';

/** The current instant. Passed in, so that rules and jobs can run at any time. */
export type Clock = () => Date;

/** The machine's own clock; programs take it once and pass it on. */
export const systemClock: Clock = () => new Date();

/** Durations in milliseconds. */
const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;

/** Times further ahead than this were written while a clock was: clocks that agree differ by less. */
export const AHEAD_SECONDS = 90;

/** The time that many milliseconds before another. */
export const ago = (ms: number) => (now: Date) => new Date(now.getTime() - ms);
