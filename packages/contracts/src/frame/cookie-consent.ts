import * as z from 'zod/mini';
import { DAY_MS } from '../platform/limits.ts';

/**
 * Purposes of a retailer's scripts, none of which runs without consent. In the order of the code's characters [COK-02, COK-03].
 */
export const PURPOSES = ['analytics', 'marketing'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** A visitor's choice: one character per purpose, 1 for yes [COK-01]. */
export const consentCode = z.enum(['00', '01', '10', '11']);
export type ConsentCode = z.infer<typeof consentCode>;

/** `POST` on the page's own host; the answer sets the cookie: 204, or 409 when the revision has changed meanwhile. */
export const COOKIE_CONSENT_PATH = '/api/cookie-consent';
export const consentChoice = z.object({ code: consentCode, revision: z.string() });
export type ConsentChoice = z.infer<typeof consentChoice>;

/** The only cookie that a choice sets: `<code>.<revision>.<second of the choice>.<its random number>`. */
export const CONSENT_COOKIE = 'cookieConsent';
/** Consent expires after some months, half a year, then visitors are asked again. */
export const CONSENT_MONTHS = 6;
export const CONSENT_DAYS = Math.floor((CONSENT_MONTHS * 365) / 12);
/** Incremented when the wording of the question changes in meaning, so that everybody is asked again. */
export const CONSENT_TEXT_VERSION = 1;

export type GivenConsent = { code: ConsentCode; chosenAt: Date; id: string };

export const formatConsent = ({ code, chosenAt, id }: GivenConsent, revision: string): string =>
  `${code}.${revision}.${Math.floor(chosenAt.getTime() / 1_000)}.${id}`;

const COOKIE = new RegExp(
  `(?:^|;\\s*)${CONSENT_COOKIE}=([01]{2})\\.(\\w+)\\.(\\d{1,11})\\.([\\da-f-]{36})(?:;|$)`,
);

/** The choice stored in a visitor's cookies, and whether it is still valid for the current revision. Null if there is none. */
export function readConsent(
  cookies: string | undefined,
  revision: string,
  now: Date,
): (GivenConsent & { isValid: boolean }) | null {
  const [, code, of, second, id] = COOKIE.exec(cookies ?? '') ?? [];
  const parsed = consentCode.safeParse(code);
  if (!parsed.success || id === undefined) return null;
  const chosenAt = new Date(Number(second) * 1_000);
  const isOver = now.getTime() >= chosenAt.getTime() + CONSENT_DAYS * DAY_MS;
  return { code: parsed.data, chosenAt, id, isValid: of === revision && !isOver };
}

/** Whether a code consents to a purpose. */
export const consentsTo = (code: ConsentCode, purpose: Purpose): boolean =>
  code[PURPOSES.indexOf(purpose)] === '1';

/** The code that consents to exactly these purposes. */
export const consentCodeOf = (accepted: readonly Purpose[]): ConsentCode =>
  PURPOSES.map((purpose) => (accepted.includes(purpose) ? '1' : '0')).join('') as ConsentCode;
