import { LOCALES } from '@keepsake/contracts/frame/configuration';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import { describe, expect, test } from 'vitest';
import { isDrawable } from './languages.ts';
import { dateInSentence } from './texts.ts';
import { hasLetter, isWritable, openFaces, writableText } from './typeface.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const PAIRS = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));
/** Every language that the machine knows. */
const LANGUAGES = Intl.DateTimeFormat.supportedLocalesOf([
  ...LOCALES,
  ...PAIRS.map((pair) => pair.toLowerCase()),
]);
const DRAWN = LANGUAGES.filter(isDrawable);
const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2027, month, 1)));

/** Everything that our formatting writes in a language, but names of currencies. */
function formatted(locale: string): string[] {
  const country = new Intl.DisplayNames(locale, { type: 'region' });
  return [
    ...['EUR', 'GBP', 'SEK', 'CHF', 'JPY', 'ISK', 'HUF', 'USD'].flatMap((currency) => [
      formatPrice(1_234_567_89, currency, locale),
      formatPrice(-1_234_567_89, currency, locale, { furtherDigits: 2 }),
      formatPrice(1_234_567_89, currency, locale, { isCode: true }),
    ]),
    ...MONTHS.flatMap((month) => [
      dateInSentence(month, locale),
      new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).format(month),
    ]),
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(-1_234.055),
    new Intl.NumberFormat(locale).format(-1_234_567.891),
    ...PAIRS.map((code) => country.of(code) ?? code),
  ];
}

/** The characters of a text that no font file has: empty glyphs in a pdf. */
function missingFrom(text: string): string[] {
  return [...text].filter((letter) => !openFaces(400).some((face) => hasLetter(face, letter)));
}
const written = (text: string) => writableText(text, () => '[?]');

describe('the typeface of pdfs', () => {
  test('has everything that our formatting writes in every language that it is offered for', () => {
    expect(DRAWN).toEqual(expect.arrayContaining([...LOCALES, 'da', 'el', 'hu', 'is', 'pl', 'ru', 'vi']));
    expect(DRAWN.length).toBeGreaterThan(60);
    for (const locale of DRAWN) {
      const lacking = formatted(locale).filter((text) => !isWritable(text));
      expect([locale, lacking]).toEqual([locale, []]);
      expect([locale, missingFrom(formatted(locale).map(written).join(''))]).toEqual([locale, []]);
    }
  });

  test('is offered for no language of another script', () => {
    for (const locale of ['ar', 'he', 'ja-JP', 'zh-CN', 'ko', 'th', 'hi', 'ka', 'hy', 'fr-FR-u-nu-arab'])
      expect([locale, isDrawable(locale)]).toEqual([locale, false]);
  });

  test('has the same characters in both weights', () => {
    const characters = (weight: 400 | 600) => openFaces(weight).map(({ font }) => font.characterSet);
    expect(characters(600)).toEqual(characters(400));
  });
});

test.each([
  ['an amount in French', '12\u202f345,67\u00a0€', '12\u00a0345,67\u00a0€'],
  ['a soft hyphen', 'Foto\u00adbuch', 'Fotobuch'],
  ['joiners and marks of direction', 'Foto\u200dbuch\u2066 28\u2069\u200e', 'Fotobuch 28'],
  ['a variation selector', 'Keepsake ©\ufe0f', 'Keepsake ©'],
  ['blanks of any width, tabs and line ends', 'a\u2009b\u3000c\td\ne', 'a b c d e'],
  ['a hyphen that holds a word together', '28\u201121', '28-21'],
  ['letters with their accents apart', 'Zoe\u0308 Le\u0301on', 'Zoë Léon'],
  ['ligatures, wide and circled letters', 'ﬁne Ａ４ ①', 'fine A4 1'],
  ['a mark that no file has on its letter', 'x\u030c', 'x'],
  ['a family of seven code points, once', 'Für 👨‍👩‍👧‍👦!', 'Für [?]!'],
  ['a flag', '🇦🇹', '[?]'],
  ['other scripts', 'שלום 写真', '[?][?][?][?] [?][?]'],
  ['control characters', 'a\u0000b\u0007c', 'abc'],
  ['half a character', 'a\ud83db', 'a[?]b'],
  ['letters that it has', 'Ёлка Ελλάδα Łódź Ẽ ₴ ₽', 'Ёлка Ελλάδα Łódź Ẽ ₴ ₽'],
])('writes %s', (_, text, expected) => {
  expect(written(text)).toBe(expected);
  expect(missingFrom(written(text))).toEqual([]);
});
