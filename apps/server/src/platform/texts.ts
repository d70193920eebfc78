import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOCALES, type Locale } from '@keepsake/contracts/frame/configuration';
import { dateInWords } from '@keepsake/contracts/platform/formats';
import { DEFAULT_LOCALE } from '@keepsake/contracts/platform/start-of-page';
import { completeTexts, SERVER_TEXTS, type TextTable } from '@keepsake/contracts/platform/text-tables';
import i18next, { type i18n } from 'i18next';
import * as z from 'zod';
import { lenderOf, type OwnTexts, ownTexts } from './languages.ts';
import { parseStoredJson } from './stored-json.ts';

export type Values = Record<string, string | number>;

/** Returns a text of one language with its `{placeholders}` filled: plain text, not yet HTML. */
export type Translate<Key extends string = string> = (key: Key, values?: Values) => string;

/** The keys of a table. A text with plural forms, `key.one` and `key.other`, is requested by `key` and a `count`. */
export type TextKey<Table> = Extract<keyof Table, string> | PluralBase<Extract<keyof Table, string>>;
type PluralBase<Key extends string> = Key extends `${infer Base}.other` ? Base : never;

/** Texts in a language, with the wordings of a brand if one is given. */
type TranslatorFor<Table> = (locale: Locale, brand?: string) => Translate<TextKey<Table>>;

/** Areas whose folder has moved since operators first worded them: their files keep the name. */
const MOVED_AREAS: Readonly<Record<string, string>> = {
  'account/pages': 'identity',
  'exchange/event-delivery': 'callbacks',
};

/** The area of a module's folder `texts`, as operators' own texts call it. Their files hold it, so it never changes. */
export function areaOfTexts(folder: string): string {
  const [wing = '', module = ''] = path.resolve(folder, '..').split(path.sep).slice(-2);
  return MOVED_AREAS[`${wing}/${module}`] ?? module;
}

/**
 * The texts of a module: a folder with one flat table per language, named `<locale>.json`. Read once, when the module is loaded;
 * throws if a language is missing. The installation's own languages and wordings are added.
 */
export function createTexts<Table>(folder: URL): TranslatorFor<Table> {
  const place = fileURLToPath(folder);
  const area = areaOfTexts(place);
  const read = (locale: Locale) => readTextTable(path.join(place, `${locale}.json`));
  const given = new Map<string, TextTable>(LOCALES.map((locale) => [locale, read(locale)]));
  const english = given.get(DEFAULT_LOCALE) ?? {};
  let own: OwnTexts | null = null;
  let byBrand = new Map<string | undefined, i18n>();

  function textsOf(brand: string | undefined): i18n {
    if (own !== ownTexts()) {
      own = ownTexts();
      byBrand = new Map();
    }
    const brandTexts = brand === undefined ? undefined : own.brands.get(brand);
    const key = brandTexts && brand;
    const made = byBrand.get(key) ?? createInstance(allTables(own, brandTexts));
    byBrand.set(key, made);
    return made;
  }
  function allTables({ languages }: OwnTexts, brandTexts: OwnTexts['languages'] | undefined) {
    const tableOf = (locale: string): TextTable => given.get(locale) ?? languages.get(locale)?.[area] ?? {};
    return [...given.keys(), ...languages.keys()].map((locale): [string, TextTable] => {
      const table = { ...tableOf(locale), ...brandTexts?.get(locale)?.[area] };
      const lender = lenderOf(locale);
      const base = lender === null ? {} : tableOf(lender);
      return [locale, completeTexts(table, { locale, english, base, form: SERVER_TEXTS })];
    });
  }
  return (locale, brand) => {
    const t = textsOf(brand).getFixedT(locale);
    return (key: string, values) => t(key, { ...values });
  };
}

function createInstance(tables: readonly [string, TextTable][]): i18n {
  const texts = i18next.createInstance({
    initAsync: false,
    fallbackLng: DEFAULT_LOCALE,
    resources: Object.fromEntries(tables.map(([locale, table]) => [locale, { translation: table }])),
    keySeparator: false,
    nsSeparator: false,
    pluralSeparator: SERVER_TEXTS.pluralSeparator,
    // Values come from customers too: anything in them that looks like a placeholder or a reference is plain text.
    interpolation: { prefix: '{', suffix: '}', escapeValue: false, skipOnVariables: true },
    missingInterpolationHandler: (_text, placeholder) => placeholder[0],
  });
  void texts.init();
  return texts;
}

/**
 * A date inside a sentence, in full: '5 March 2027', '5. März 2027'. French says '1er mars', which Intl does not.
 */
export function dateInSentence(date: Date, locale: Locale, timeZone = 'UTC'): string {
  return dateInWords(date, locale, { dateStyle: 'long', timeZone });
}

const textTable = z.record(z.string(), z.string());

/** The flat table in a file of texts that Keepsake comes with. */
export const readTextTable = (file: string): TextTable =>
  parseStoredJson(textTable, readFileSync(file, 'utf8'), `the file of texts ${file}`);
