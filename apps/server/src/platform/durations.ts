export { DAY_MS } from '@keepsake/contracts';

/** Lengths of time in milliseconds. */
const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
