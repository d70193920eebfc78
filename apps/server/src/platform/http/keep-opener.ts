/**
 * For the pages that a small sign-in window walks through: with any other policy the browser would cut it off from the
 * page that opened it as soon as provider and page are of different origins.
 */
export const KEEP_OPENER = ['cross-origin-opener-policy', 'unsafe-none'] as const;
