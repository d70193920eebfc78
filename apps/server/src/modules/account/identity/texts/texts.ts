import { DEFAULT_LOCALE, LOCALES, type Locale } from '@keepsake/contracts';
import { createTexts } from '../../../../platform/texts.ts';
import type enGB from './en-GB.json';

export const translatorFor = createTexts<typeof enGB>(new URL('.', import.meta.url));
export type Translate = ReturnType<typeof translatorFor>;
export type TextKey = Parameters<Translate>[0];

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
