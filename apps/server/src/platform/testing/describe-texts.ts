import { LOCALES, type Locale } from '@keepsake/contracts';
import { describe, expect, test } from 'vitest';

const placeholders = (text = '') => (text.match(/\{\w+\}/g) ?? []).sort().join();

/** What holds for the texts of every module: the same keys and placeholders in every language, and nothing empty. */
export function describeTexts(of: string, texts: Record<Locale, Record<string, string>>): void {
  const english = texts['en-GB'];
  describe.each(LOCALES)(`the texts of ${of} in %s`, (locale) => {
    test('have the same keys as the English ones, none empty', () => {
      expect(Object.keys(texts[locale]).sort()).toEqual(Object.keys(english).sort());
      expect(Object.values(texts[locale]).filter((text) => text.trim() === '')).toEqual([]);
    });

    test('name the same placeholders in every text', () => {
      const differing = Object.keys(english).filter(
        (key) => placeholders(texts[locale][key]) !== placeholders(english[key]),
      );
      expect(differing).toEqual([]);
    });
  });
}
