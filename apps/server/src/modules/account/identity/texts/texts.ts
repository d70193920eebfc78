import { DEFAULT_LOCALE, LOCALES, type Locale } from '@keepsake/contracts';
import { createTranslate, type Values } from '../../../../platform/texts.ts';
import deAT from './de-AT.json' with { type: 'json' };
import enGB from './en-GB.json' with { type: 'json' };
import frFR from './fr-FR.json' with { type: 'json' };
import nlNL from './nl-NL.json' with { type: 'json' };
import svSE from './sv-SE.json' with { type: 'json' };

export type TextKey = keyof typeof enGB;
type Texts = Record<TextKey, string>;

export const TEXTS: Record<Locale, Texts> = {
  'en-GB': enGB,
  'de-AT': deAT,
  'nl-NL': nlNL,
  'fr-FR': frFR,
  'sv-SE': svSE,
};

const translate = createTranslate(TEXTS);

/** A text in one language with its `{placeholders}` filled; the result is plain text, not yet HTML. */
export type Translate = (key: TextKey, values?: Values) => string;

export function translator(locale: Locale): Translate {
  return (key, values) => translate(locale, key, values);
}

/** The key of the form that a number takes in this language, of two that end in `.one` and `.other`. */
export function pluralKey(locale: Locale, base: 'signIn.throttled', count: number): TextKey {
  return new Intl.PluralRules(locale).select(count) === 'one' ? `${base}.one` : `${base}.other`;
}

/** The first of the asked languages (`ui_locales`, space-separated) that we speak, else the fallback. */
export function chooseLocale(asked: string | null | undefined, fallback: Locale = DEFAULT_LOCALE): Locale {
  for (const tag of (asked ?? '').split(' ').filter(Boolean)) {
    const language = tag.toLowerCase().split('-')[0];
    const match =
      LOCALES.find((locale) => locale.toLowerCase() === tag.toLowerCase()) ??
      LOCALES.find((locale) => locale.split('-')[0] === language);
    if (match) return match;
  }
  return fallback;
}
