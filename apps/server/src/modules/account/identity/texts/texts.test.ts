import { expect, test } from 'vitest';
import { describeTexts } from '../../../../platform/testing/describe-texts.ts';
import { chooseLocale, pluralKey, TEXTS, translator } from './texts.ts';

describeTexts('identity', TEXTS);

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
