import { LOCALES } from '@keepsake/contracts/frame/configuration';
import { describe, expect, test } from 'vitest';
import { dateFromFileName } from './date-from-file-name.ts';
import { parseWrittenDate } from './parse-written-date.ts';

const now = new Date('2026-06-15T12:00:00Z');
const written = (text: string) => parseWrittenDate(text, now)?.takenAt ?? null;

/** January to December as people and scanners write them, whatever CLDR says this year. */
const NAMES: Record<(typeof LOCALES)[number], { long: string; short: string }> = {
  'en-GB': {
    long: 'January February March April May June July August September October November December',
    short: 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec',
  },
  'de-AT': {
    long: 'Jänner Februar März April Mai Juni Juli August September Oktober November Dezember',
    short: 'Jän Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez',
  },
  'nl-NL': {
    long: 'januari februari maart april mei juni juli augustus september oktober november december',
    short: 'jan feb mrt apr mei jun jul aug sep okt nov dec',
  },
  'fr-FR': {
    long: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    short: 'janv févr mars avr mai juin juil août sept oct nov déc',
  },
  'sv-SE': {
    long: 'januari februari mars april maj juni juli augusti september oktober november december',
    short: 'jan feb mars apr maj juni juli aug sep okt nov dec',
  },
};

const MONTHS = LOCALES.flatMap((locale) =>
  (['long', 'short'] as const).flatMap((style) =>
    NAMES[locale][style].split(' ').map((name, at): [string, string, string] => {
      const day = `2019-${String(at + 1).padStart(2, '0')}-04`;
      return [locale, name, day];
    }),
  ),
);

test.each(MONTHS)('%s: %s is read in texts and file names, however it is written', (locale, name, day) => {
  const midnight = `${day}T00:00:00`;
  const intl = (style: 'long' | 'short') =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: style, year: 'numeric', timeZone: 'UTC' });
  const spellings = [name, name.toUpperCase(), name.toLowerCase(), `${name}.`];
  for (const spelling of spellings.flatMap((each) => [each.normalize('NFC'), each.normalize('NFD')])) {
    for (const text of [`4 ${spelling} 2019`, `04. ${spelling} 2019`, `4-${spelling}-2019`])
      expect([text, written(text)]).toEqual([text, midnight]);
    const inAll = [
      `4 ${spelling} 2019 15:30:12`,
      `${spelling} 4, 2019 15:30:12`,
      `2019 ${spelling} 4 15:30:12`,
    ];
    for (const text of inAll) expect([text, written(text)]).toEqual([text, `${day}T15:30:12`]);
    const file = `Scan 4 ${spelling} 2019.jpg`;
    expect([file, dateFromFileName(file, now)]).toEqual([file, midnight]);
  }
  for (const style of ['long', 'short'] as const) {
    const text = intl(style).format(new Date(day));
    expect([text, written(text)]).toEqual([text, midnight]);
  }
});

describe('a date in words', () => {
  test.each([
    ['Donnerstag, den 4. Juli 2019 um 15:30:12 Uhr', '2019-07-04T15:30:12'],
    ['jeudi 4 juillet 2019 à 15:30:12', '2019-07-04T15:30:12'],
    ['donderdag 4 juli 2019 om 15:30', '2019-07-04T15:30:00'],
    ['torsdag 4 juli 2019 kl. 15.30.12', '2019-07-04T15:30:12'],
    ['Thursday, July 4th, 2019 at 3:30:12 PM', '2019-07-04T15:30:12'],
    ['1er août 1987', '1987-08-01T00:00:00'],
    ['Feber 2019', '2019-02-01T00:00:00'],
    ['04/Jul/2019', '2019-07-04T00:00:00'],
    ['4 Smarch 2019', null],
    ['30. Februar 2019', null],
    ['Mar', null],
    [`${' a'.repeat(40)} 4 juli`, null],
  ])('%s', (text, expected) => expect(written(text)).toBe(expected));

  test.each([
    ['Photo Jul 04, 2019, 15 30 12.jpg', '2019-07-04T15:30:12'],
    ['Bildschirmfoto 4. März 2019 um 15.30.12.png', '2019-03-04T15:30:12'],
    ['Capture 4 août 2019 à 15.30.12.png'.normalize('NFD'), '2019-08-04T15:30:12'],
    ['scan_1987_Jänner_04.jpg', '1987-01-04T00:00:00'],
    ['14.Mai.1987 (2).jpg', '1987-05-14T00:00:00'],
    ['Mars 2020 rover.jpg', null],
    ['Raum 14 Maier 2019.jpg', null],
    ['Jan 0664 12345.jpg', null],
  ])('in the file name %s', (name, expected) => expect(dateFromFileName(name, now)).toBe(expected));
});
