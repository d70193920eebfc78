import type { Locale } from '@keepsake/contracts';
import { createTranslate } from '../../../../platform/texts.ts';
import deAT from './de-AT.json' with { type: 'json' };
import enGB from './en-GB.json' with { type: 'json' };
import frFR from './fr-FR.json' with { type: 'json' };
import nlNL from './nl-NL.json' with { type: 'json' };
import svSE from './sv-SE.json' with { type: 'json' };

const translate = createTranslate({
  'en-GB': enGB,
  'de-AT': deAT,
  'nl-NL': nlNL,
  'fr-FR': frFR,
  'sv-SE': svSE,
});

/** A text in one language with its `{placeholders}` filled: plain text, not HTML. */
export type Translate = (key: keyof typeof enGB, values?: Record<string, string | number>) => string;

export function translator(locale: Locale): Translate {
  return (key, values) => translate(locale, key, values);
}
