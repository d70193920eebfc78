import { expect, test } from 'vitest';
import { formatPeriod } from './album-period.ts';

test.each([
  ['one day', '2026-05-12', '2026-05-12', 'en-GB', '12 May 2026'],
  ['days of one month', '2026-05-12', '2026-05-14', 'en-GB', '12–14 May 2026'],
  ['months of one year', '2026-05-31', '2026-07-01', 'en-GB', 'May – July 2026'],
  ['years', '1968-07-20', '2024-05-31', 'en-GB', 'July 1968 – May 2024'],
  ['German', '2026-05-31', '2026-07-01', 'de-AT', 'Mai – Juli 2026'],
  ['French', '2026-05-31', '2026-07-01', 'fr-FR', 'Mai – juillet 2026'],
  ['Dutch', '2026-05-12', '2026-05-14', 'nl-NL', '12–14 mei 2026'],
  ['Swedish', '2026-05-31', '2026-07-01', 'sv-SE', 'Maj – juli 2026'],
])('a period of %s', (_, from, to, locale, text) => {
  const plain = (written: string) =>
    written.replaceAll(/[\u2009\u202f\u00a0 ]/g, ' ').replaceAll(/ ?– ?/g, '–');
  expect(plain(formatPeriod({ from, to }, locale))).toBe(plain(text));
});
