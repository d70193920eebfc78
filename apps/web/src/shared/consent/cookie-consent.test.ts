import { expect, test } from 'vitest';
import { formatCookieConsent, parseCookieConsent } from './cookie-consent.ts';

test.each([
  ['00', false, false],
  ['01', false, true],
  ['10', true, false],
  ['11', true, true],
])('[COK-01] [COK-02] [COK-03] %s is analytics %s, marketing %s', (code, analytics, marketing) => {
  expect(parseCookieConsent(code)).toEqual({ analytics, marketing });
  expect(formatCookieConsent({ analytics, marketing })).toBe(code);
});

test.each([null, '', '1', '12', '111', 'ab'])('[COK-01] %s is no code and no consent', (code) => {
  expect(parseCookieConsent(code)).toEqual({ analytics: false, marketing: false });
});
