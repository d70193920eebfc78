import { LOCALES, type TextTable } from '@keepsake/contracts';
import { Problem } from './problem.ts';

/** Texts by area: `web` is the web app, the others are the modules that have texts. */
export type AreaTexts = Readonly<Record<string, TextTable>>;
type LanguageTexts = ReadonlyMap<string, AreaTexts>;

/** Texts of an installation's own. */
export type OwnTexts = {
  /** Languages that Keepsake does not come with. */
  languages: LanguageTexts;
  /** What brands word themselves, by brand and language. */
  brands: ReadonlyMap<string, LanguageTexts>;
};

let own: OwnTexts = { languages: new Map(), brands: new Map() };

/** Makes texts those of this process, in place of those it had of its own: languages and brands are the same for all of it. */
export function takeOwnTexts(texts: OwnTexts): void {
  own = texts;
}

/** The same object until others are taken. */
export const ownTexts = (): OwnTexts => own;

/** Every language that is offered. */
export const languages = (): readonly string[] => [...LOCALES, ...own.languages.keys()];

/** The language with this tag, or undefined when it is not offered. */
export const findLanguage = (tag: string | null | undefined): string | undefined =>
  languages().find((language) => language === tag);

/** One of the languages that are offered, for `de`, `de-CH` or `de_AT`; null when none is near. */
export function nearestLanguage(tag: string): string | null {
  const asked = tag.replace('_', '-').toLowerCase();
  const [language = ''] = asked.split('-');
  return (
    languages().find((locale) => locale.toLowerCase() === asked) ??
    languages().find((locale) => locale.toLowerCase().split('-')[0] === language) ??
    null
  );
}

/** Which way a language is written. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return new Intl.Locale(locale).getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr';
}

/** Refuses a language that is not offered, by its place in a call. */
export function requireLanguage(tag: string, place: string): void {
  if (findLanguage(tag)) return;
  const message = `is none of the languages ${languages().join(', ')}`;
  throw new Problem('invalid-request', { errors: [{ path: place, message }] });
}
