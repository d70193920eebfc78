import { LOCALES } from '@keepsake/contracts/frame/configuration';
import type { TextTable } from '@keepsake/contracts/platform/text-tables';
import { faultyField } from './problem.ts';

/** Texts by area: `web` is the web app, the others are modules with texts. */
export type AreaTexts = Readonly<Record<string, TextTable>>;
type LanguageTexts = ReadonlyMap<string, AreaTexts>;

/** An installation's own texts. */
export type OwnTexts = {
  /** Languages that Keepsake does not ship. */
  languages: LanguageTexts;
  /** Wordings of brands, by brand and language. */
  brands: ReadonlyMap<string, LanguageTexts>;
};

let own: OwnTexts = { languages: new Map(), brands: new Map() };

/** Sets this process's own texts, replacing earlier ones: languages and brands are the same for the whole process. */
export function setOwnTexts(texts: OwnTexts): void {
  own = texts;
}

/** The same object until other texts are set. */
export const ownTexts = (): OwnTexts => own;

/** Every offered language. */
export const languages = (): readonly string[] => [...LOCALES, ...own.languages.keys()];

/** The offered language with this tag, or undefined. */
export const findLanguage = (tag: string | null | undefined): string | undefined =>
  languages().find((language) => language === tag);

/**
 * The offered language that lends its texts to another region's, in the same script: Austria's German to Germany's. One that comes
 * with Keepsake is complete and borrows from none.
 */
export function lenderOf(locale: string, offered: readonly string[] = languages()): string | null {
  if ((LOCALES as readonly string[]).includes(locale)) return null;
  return offered.find((each) => each !== locale && writtenAs(each) === writtenAs(locale)) ?? null;
}

function writtenAs(locale: string): string {
  const { language, script } = new Intl.Locale(locale).maximize();
  return `${language}-${script}`;
}

/** The offered language nearest to `de`, `de-CH` or `de_AT`; null if there is none. */
export function nearestLanguage(tag: string): string | null {
  const requested = tag.replace('_', '-').toLowerCase();
  const [language = ''] = requested.split('-');
  return (
    languages().find((locale) => locale.toLowerCase() === requested) ??
    languages().find((locale) => locale.toLowerCase().split('-')[0] === language) ??
    null
  );
}

/** The writing direction of a language. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return new Intl.Locale(locale).getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr';
}

/** Alphabets of the typeface that is drawn in pdfs, from left to right (ISO 15924). */
const DRAWN_SCRIPTS = ['Latn', 'Grek', 'Cyrl'];

/** Whether pdfs can be in a language: the typeface has everything that dates, amounts and names of countries need in it. */
export function isDrawable(locale: string): boolean {
  const { script = '' } = new Intl.Locale(locale).maximize();
  const { numberingSystem } = new Intl.NumberFormat(locale).resolvedOptions();
  return DRAWN_SCRIPTS.includes(script) && numberingSystem === 'latn';
}

/** Throws `invalid-request`, naming the field `place`, if a language is not offered. */
export function requireLanguage(tag: string, place: string): void {
  if (findLanguage(tag)) return;
  const message = `is not one of the languages ${languages().join(', ')}`;
  throw faultyField(place, message);
}
