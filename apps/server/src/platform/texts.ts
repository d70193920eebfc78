import { readFileSync } from 'node:fs';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@keepsake/contracts';
import i18next from 'i18next';

export type Values = Record<string, string | number>;

/** A text of one language with its `{placeholders}` filled: plain text, not yet HTML. */
export type Translate<Key extends string = string> = (key: Key, values?: Values) => string;

/** The keys of a table. A text with plural forms, `key.one` and `key.other`, is asked for by `key` and a `count`. */
export type TextKey<Table> = Extract<keyof Table, string> | PluralBase<Extract<keyof Table, string>>;
type PluralBase<Key extends string> = Key extends `${infer Base}.other` ? Base : never;

/**
 * The texts of a module: a folder with one flat table for each language, named `<locale>.json`. Read once, when the
 * module is loaded; throws when a language is missing.
 */
export function createTexts<Table>(folder: URL): (locale: Locale) => Translate<TextKey<Table>> {
  const texts = i18next.createInstance({
    initAsync: false,
    fallbackLng: DEFAULT_LOCALE,
    resources: Object.fromEntries(LOCALES.map((locale) => [locale, { translation: read(folder, locale) }])),
    keySeparator: false,
    nsSeparator: false,
    pluralSeparator: '.',
    // Values come from customers too: what looks like a placeholder or a reference in them is plain text.
    interpolation: { prefix: '{', suffix: '}', escapeValue: false, skipOnVariables: true },
    missingInterpolationHandler: (_text, placeholder) => placeholder[0],
  });
  void texts.init();
  return (locale) => {
    const t = texts.getFixedT(locale);
    return (key: string, values) => t(key, { ...values });
  };
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * A date inside a sentence, in full: '5 March 2027', '5. März 2027'. French says '1er mars', which Intl does not.
 * Cached: formats hold memory outside the heap, and a sweep writes thousands of mails.
 */
export function dateInSentence(date: Date, locale: Locale, timeZone = 'UTC'): string {
  const key = `${locale} ${timeZone}`;
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  dateFormats.set(key, format);
  const text = format.format(date);
  return locale === 'fr-FR' ? text.replace(/^1 /, '1er ') : text;
}

function read(folder: URL, locale: Locale): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${locale}.json`, folder), 'utf8'));
}
