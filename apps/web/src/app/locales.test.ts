import { LOCALES } from '@keepsake/contracts/frame/configuration';
import { findTextFaults } from '@keepsake/contracts/platform/text-faults';
import {
  flattenTexts,
  type NestedTexts,
  type TextTable,
  WEB_TEXTS,
} from '@keepsake/contracts/platform/text-tables';
import { findClumsyTexts } from '@keepsake/contracts/platform/typography';
import { expect, test } from 'vitest';

const PLURAL = /_(zero|one|two|few|many|other)$/;

const files = import.meta.glob<NestedTexts>('../../locales/*.json', { eager: true, import: 'default' });
const read = (locale: string) => flattenTexts(files[`../../locales/${locale}.json`] ?? {});
const english = read('en-GB');
const keysOf = (table: TextTable) =>
  [...new Set(Object.keys(table).map((key) => key.replace(PLURAL, '')))].sort();

const source = Object.values(
  import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
).join('\n');

test.each(LOCALES)(
  '%s has every text, in every plural form, with the placeholders of the English ones [CFG-02]',
  (locale) => {
    const faults = findTextFaults(read(locale), { locale, english, form: WEB_TEXTS });
    expect(faults).toEqual({ missing: [], unknown: [], incomplete: [], wrong: [] });
  },
);

test.each(LOCALES)('%s has the typography of its language', (locale) => {
  expect(findClumsyTexts(read(locale), locale)).toEqual([]);
});

test.each(LOCALES)('%s names a zone after the complete time', (locale) => {
  const { 'clock.time': time, 'clock.timeIn': timeIn } = read(locale);
  expect(timeIn).toBe(`${time} ({{zone}})`);
});

/** Keys in the code: complete ones, and prefixes of those composed there. */
const literals = new Set([...source.matchAll(/['"`]([a-z]\w*(?:\.\w+)+)['"`]/g)].map(([, key]) => key ?? ''));
const beginnings = [...source.matchAll(/`([a-z]\w*\.[\w.]*)\$\{/g)].map(([, key]) => key ?? '');

test('every text is used', () => {
  const unused = keysOf(english).filter(
    (key) => !literals.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)),
  );
  expect(unused).toEqual([]);
});

test('every text used in the code exists', () => {
  const existing = new Set(keysOf(english));
  const requested = [...source.matchAll(/(?:\bt\(|i18nKey=\{?)\s*['"]([\w.]+)['"]/g)].map(
    ([, key]) => key ?? '',
  );
  const labels = [...source.matchAll(/label: '((?:shell)\.\w+)'/g)].map(([, key]) => key ?? '');
  expect([...new Set([...requested, ...labels])].filter((key) => !existing.has(key))).toEqual([]);
});
