/** A token is renewed this long before its end, in seconds. */
const EARLY_S = 60;
/** A browser's timers cannot wait longer than 24 days; nobody's token should live longer than a day anyway. */
const LONGEST_S = 86_400;

/** Seconds until a token with so much left is renewed: a minute before its end, or after half of a short life. */
export function secondsUntilRenewal(expiresIn: number): number {
  return Math.min(Math.max(expiresIn - EARLY_S, expiresIn / 2, 1), LONGEST_S);
}
