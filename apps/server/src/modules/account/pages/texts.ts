import type { Locale } from '@keepsake/contracts/frame/configuration';
import { DEFAULT_LOCALE } from '@keepsake/contracts/platform/start-of-page';
import { findLanguage, languages } from '../../../platform/languages.ts';
import { createTexts } from '../../../platform/texts.ts';
import type enGB from './texts/en-GB.json';

export const translatorFor = createTexts<typeof enGB>(new URL('./texts/', import.meta.url));
export type Translate = ReturnType<typeof translatorFor>;
export type TextKey = Parameters<Translate>[0];

/** A page with the texts `<page>.title`, `<page>.intro` and `<page>.submit`. */
export type PageKey = TextKey extends infer Key ? (Key extends `${infer Page}.submit` ? Page : never) : never;
/** A mail with the texts `mail.<mail>.subject`, `.text` and `.button`. */
export type MailKey = TextKey extends infer Key
  ? Key extends `mail.${infer Mail}.subject`
    ? Mail
    : never
  : never;

/** The language of an account; one that is no longer offered becomes the default. */
export function toLocale(text: string): Locale {
  return findLanguage(text) ?? DEFAULT_LOCALE;
}

/** The first requested language (`ui_locales`, separated by spaces) that is offered, else the fallback. */
export function chooseLocale(
  requested: string | null | undefined,
  fallback: Locale = DEFAULT_LOCALE,
): Locale {
  for (const tag of (requested ?? '').split(' ').filter(Boolean)) {
    const language = tag.toLowerCase().split('-')[0];
    const match =
      languages().find((locale) => locale.toLowerCase() === tag.toLowerCase()) ??
      // The brand's own region comes before another one of the same language.
      [fallback, ...languages()].find((locale) => locale.split('-')[0] === language);
    if (match) return match;
  }
  return fallback;
}
