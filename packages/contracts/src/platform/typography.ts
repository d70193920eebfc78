import type { TextTable } from './text-tables.ts';

/** Joins a sign to its word in French: a line does not break there, and the space is narrow. */
const NARROW = '\u202f';

/** Signs that a language sets differently; a line must not break before a sign or a unit. */
const CLUMSY: Readonly<Record<string, RegExp>> = {
  de: /'|"|\.\.\.| %|(?<!\u00a0)…| MB\b/,
  nl: /'|"|\.\.\.|\s%|\s…| MB\b/,
  // An address has no space before its colon, nor has a time of day.
  fr: new RegExp(`'|"|\\.\\.\\.|\\s…| Mo\\b|«(?!${NARROW})|(?<!${NARROW})(?:[;!?%»]|:(?!//|\\d))`),
  sv: /'|"|\.\.\.| %|\s…| MB\b/,
};

/** English keeps the straight quotes and three dots of its specified texts, and Canada sets French without these spaces. */
const OF_ONE_COUNTRY: Readonly<Record<string, RegExp | null>> = {
  'en-GB': /[‘’“”…]|\s\.\.\.|\s%|e-mail| MB\b/i,
  'fr-CA': null,
};

/** The keys of the texts whose signs or spaces are wrong in their language, as far as its rules are written down here. */
export function findClumsyTexts(texts: TextTable, locale: string): string[] {
  const [language = ''] = locale.split('-');
  const clumsy = locale in OF_ONE_COUNTRY ? OF_ONE_COUNTRY[locale] : CLUMSY[language];
  if (!clumsy) return [];
  return Object.entries(texts).flatMap(([key, text]) => (clumsy.test(text) ? [key] : []));
}
