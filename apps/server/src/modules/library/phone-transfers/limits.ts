import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
/** Codes that a customer may make in an hour, and how many of them work at a time: the newest. */
export const MAX_CODES_PER_HOUR = 30;
export const MAX_LIVE_CODES = 5;
/** A code that a phone sends by goes on while it does, but no longer than this after it was made. */
export const LONGEST_USE_MS = 12 * HOUR_MS;
/** Tokens that are none, from one address in a minute; more are not even looked at. */
export const MAX_REFUSALS_PER_MINUTE = 60;
/** What came by a code is known for as long as the uploads themselves are remembered. */
export const REMEMBERED_FOR_MS = 7 * DAY_MS;
