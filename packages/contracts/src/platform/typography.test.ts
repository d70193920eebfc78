import { describe, expect, test } from 'vitest';
import { findClumsyTexts } from './typography.ts';

const isClumsy = (text: string, locale: string) => findClumsyTexts({ text }, locale).length > 0;

describe('French', () => {
  test.each([
    'Prêt\u202f!',
    'Langue\u202f: «\u202ffrançais\u202f»',
    '50\u202f%',
    'à 12:00',
    'par exemple https://example.com/callbacks',
  ])('is right as %j', (text) => {
    expect(isClumsy(text, 'fr-FR')).toBe(false);
  });

  test.each(['Prêt !', 'Prêt\u00a0!', 'Langue : x', 'Langue\u00a0: x', '«\u00a0x\u00a0»', '50 %', "l'album"])(
    'is wrong as %j',
    (text) => {
      expect(['fr-FR', 'fr-BE', 'fr-CH'].map((locale) => isClumsy(text, locale))).toEqual([true, true, true]);
    },
  );

  test('of Canada has its own rules, which are not checked', () => {
    expect(isClumsy('Prêt!', 'fr-CA')).toBe(false);
  });
});

test('an added language has the rules of its language, and none where they are not written down', () => {
  expect(isClumsy('Noch 3...', 'de-DE')).toBe(true);
  expect(isClumsy('Endnu 3...', 'da-DK')).toBe(false);
});
