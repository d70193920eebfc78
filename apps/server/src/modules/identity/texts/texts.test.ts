import { LOCALES } from '@keepsake/contracts';
import { describe, expect, test } from 'vitest';
import { chooseLocale, pluralKey, TEXTS, type TextKey, translator } from './texts.ts';

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(LOCALES)('the identity texts in %s', (locale) => {
  test('have the same keys as the English ones, none empty', () => {
    expect(Object.keys(TEXTS[locale]).sort()).toEqual(Object.keys(TEXTS['en-GB']).sort());
    expect(Object.values(TEXTS[locale]).filter((text) => text.trim() === '')).toEqual([]);
  });

  test('name the same placeholders in every text', () => {
    const differing = (Object.keys(TEXTS['en-GB']) as TextKey[]).filter(
      (key) => placeholders(TEXTS[locale][key]).join() !== placeholders(TEXTS['en-GB'][key]).join(),
    );
    expect(differing).toEqual([]);
  });
});

test('a text takes its values and leaves what is missing visible', () => {
  const translate = translator('nl-NL');
  expect(translate('signIn.intro', { brand: 'Kiekhof' })).toBe('Welkom terug bij Kiekhof.');
  expect(translate('signIn.intro')).toContain('{brand}');
});

test('the number decides the form of a text', () => {
  expect(pluralKey('de-AT', 'signIn.throttled', 1)).toBe('signIn.throttled.one');
  expect(pluralKey('de-AT', 'signIn.throttled', 2)).toBe('signIn.throttled.other');
});

test('the first language asked for that we speak is taken, else the channel’s', () => {
  expect(chooseLocale('pt-BR sv fr-FR', 'nl-NL')).toBe('sv-SE');
  expect(chooseLocale('de', 'nl-NL')).toBe('de-AT');
  expect(chooseLocale('xx-YY <script>', 'nl-NL')).toBe('nl-NL');
  expect(chooseLocale(undefined, 'fr-FR')).toBe('fr-FR');
});
