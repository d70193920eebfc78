import { createTranslate } from '../../../../platform/texts.ts';
import deAT from './de-AT.json' with { type: 'json' };
import enGB from './en-GB.json' with { type: 'json' };
import frFR from './fr-FR.json' with { type: 'json' };
import nlNL from './nl-NL.json' with { type: 'json' };
import svSE from './sv-SE.json' with { type: 'json' };

export const TEXTS = { 'en-GB': enGB, 'de-AT': deAT, 'nl-NL': nlNL, 'fr-FR': frFR, 'sv-SE': svSE };
export type TextKey = keyof typeof enGB;
export const translate = createTranslate(TEXTS);
