/** What the customer agreed to. */
export type CookieConsent = { analytics: boolean; marketing: boolean };

/** Reads the two-character code: first analytics, then marketing; anything else is no consent [COK-01..COK-03]. */
export function parseCookieConsent(code: string | null | undefined): CookieConsent {
  if (!code || !/^[01]{2}$/.test(code)) return { analytics: false, marketing: false };
  return { analytics: code.startsWith('1'), marketing: code.endsWith('1') };
}

/** The code of a consent: '00', '01', '10' or '11'. */
export function formatCookieConsent({ analytics, marketing }: CookieConsent): string {
  return `${Number(analytics)}${Number(marketing)}`;
}
