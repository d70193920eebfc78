import { expect, test } from 'vitest';
import { chooseLocale } from './texts.ts';

test('the first requested language that we have is used, else the channel’s', () => {
  expect(chooseLocale('pt-BR sv fr-FR', 'nl-NL')).toBe('sv-SE');
  expect(chooseLocale('de', 'nl-NL')).toBe('de-AT');
  expect(chooseLocale('xx-YY <script>', 'nl-NL')).toBe('nl-NL');
  expect(chooseLocale(undefined, 'fr-FR')).toBe('fr-FR');
});
