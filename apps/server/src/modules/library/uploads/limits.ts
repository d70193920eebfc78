import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
/** An upload without progress for this long is removed. */
export const EXPIRES_AFTER_MS = DAY_MS;
/** What one customer may have open at a time: uploads, and bytes they were announced with. */
export const MAX_OPEN_UPLOADS = 2_000;
export const MAX_OPEN_BYTES = 40 * 1024 ** 3;
/** Files that phones may send by one code. */
export const MAX_TRANSFERRED = 2_000;
/** Pieces of one upload; a connection would have to break a thousand times. */
export const MAX_PIECES = 1_000;
/** How long a closed upload still answers as it did. */
export const REMEMBERED_FOR_MS = 7 * DAY_MS;
/** Objects that nobody needs are removed after this, when every request that could still write them is over. */
export const GARBAGE_GRACE_MS = HOUR_MS;
