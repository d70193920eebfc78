import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LOCALES } from '@keepsake/contracts/frame/configuration';
import { findTextFaults } from '@keepsake/contracts/platform/text-faults';
import { SERVER_TEXTS } from '@keepsake/contracts/platform/text-tables';
import { describe, expect, test } from 'vitest';
import { createTexts } from './texts.ts';

const source = path.resolve(import.meta.dirname, '..');
const folders = globSync('modules/**/texts', { cwd: source }).sort();
const readTable = (folder: string, locale: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(source, folder, `${locale}.json`), 'utf8'));

describe.each(folders)('the texts in %s', (folder) => {
  const english = readTable(folder, 'en-GB');

  test.each(LOCALES)('are complete in %s, with the placeholders of the English ones', (locale) => {
    const table = readTable(folder, locale);
    const faults = findTextFaults(table, { locale, english, form: SERVER_TEXTS });
    expect(faults).toEqual({ missing: [], unknown: [], incomplete: [], wrong: [] });
  });
});

describe('a text', () => {
  const folder = pathToFileURL(path.join(source, 'modules/account/pages/texts/'));
  const translatorFor = createTexts<Record<'signIn.intro' | 'signIn.throttled.other', string>>(folder);

  test('inserts its values and leaves missing ones visible', () => {
    const t = translatorFor('nl-NL');
    expect(t('signIn.intro', { brand: 'Kiekhof' })).toBe('Welkom terug bij Kiekhof.');
    expect(t('signIn.intro')).toContain('{brand}');
  });

  test('inserts a value as it is, whatever it looks like', () => {
    const t = translatorFor('en-GB');
    for (const brand of [
      '$t(signIn.title)',
      '{brand}',
      '{{brand}}',
      '<b>&"$&$1',
      'a\0b',
      '\0signIn.title)',
    ]) {
      expect(t('signIn.intro', { brand })).toBe(`Welcome back to ${brand}.`);
    }
  });

  test('has the plural form of its number', () => {
    const inMinutes = (count: number) =>
      translatorFor('de-AT')('signIn.throttled', { count, minutes: count });
    const german = readTable('modules/account/pages/texts', 'de-AT');
    expect(inMinutes(1)).toBe(german['signIn.throttled.one']?.replace('{minutes}', '1'));
    expect(inMinutes(2)).toBe(german['signIn.throttled.other']?.replace('{minutes}', '2'));
  });
});
