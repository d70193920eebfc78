import { LOCALES } from '@keepsake/contracts';
import { expect, test } from 'vitest';

const PLURAL = /_(zero|one|two|few|many|other)$/;

type Texts = { [key: string]: string | Texts | Texts[] };

function flatten(texts: Texts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value as Texts, `${prefix}${key}.`),
  );
}

const files = import.meta.glob<Texts>('../../locales/*.json', { eager: true, import: 'default' });
const read = (locale: string) => new Map(flatten(files[`../../locales/${locale}.json`] ?? {}));
const texts = new Map(LOCALES.map((locale) => [locale, read(locale)]));
const english = read('en-GB');
const base = (key: string) => key.replace(PLURAL, '');
const keysOf = (entries: Map<string, string>) => [...new Set([...entries.keys()].map(base))].sort();
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)|<\/?(\w+)>/g)].map(([, a, b]) => a ?? b).sort();

const source = Object.values(
  import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
).join('\n');

test.each(LOCALES)('[CFG-02] %s has every text', (locale) => {
  expect(keysOf(texts.get(locale) ?? new Map())).toEqual(keysOf(english));
});

test.each(LOCALES)('%s has every plural form of its language', (locale) => {
  const entries = texts.get(locale) ?? new Map();
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const plurals = [...new Set([...entries.keys()].filter((key) => PLURAL.test(key)).map(base))];
  const missing = plurals
    .flatMap((key) => forms.map((form) => `${key}_${form}`))
    .filter((key) => !entries.has(key));
  expect(missing).toEqual([]);
});

test.each(LOCALES)('%s has the placeholders of the English texts', (locale) => {
  const wrong = [...(texts.get(locale) ?? [])].filter(([key, text]) => {
    const twin = english.get(key) ?? english.get(`${base(key)}_other`) ?? '';
    const [mine, theirs] = [placeholders(text), placeholders(twin)];
    // 'one photo' may leave the number out.
    if (/_(zero|one)$/.test(key)) return mine.some((name) => !theirs.includes(name));
    return mine.join() !== theirs.join();
  });
  expect(wrong).toEqual([]);
});

/**
 * A line must not break before such a sign or a unit. English keeps to the straight signs and three dots that its specified
 * texts have; in the other languages they are of typewriters.
 */
const CLUMSY: Record<(typeof LOCALES)[number], RegExp> = {
  'en-GB': /[‘’“”…]|\s\.\.\.|\s%|e-mail| MB\b/i,
  'de-AT': /'|"|\.\.\.| %|(?<!\u00a0)…| MB\b/,
  'nl-NL': /'|"|\.\.\.|\s%|\s…| MB\b/,
  'fr-FR': /'|"|\.\.\.|\s…|(?<![\u00a0\u202f])[:;!?%»]|«(?!\u00a0)| Mo\b/,
  'sv-SE': /'|"|\.\.\.| %|\s…| MB\b/,
};

test.each(Object.entries(CLUMSY))('%s has the signs of its language', (locale, clumsy) => {
  const wrong = [...(texts.get(locale as (typeof LOCALES)[number]) ?? [])].filter(([, text]) =>
    clumsy.test(text),
  );
  expect(wrong).toEqual([]);
});

/** Keys in the code: whole ones, and the beginnings of those that are put together there. */
const literals = new Set([...source.matchAll(/['"`]([a-z]\w*(?:\.\w+)+)['"`]/g)].map(([, key]) => key ?? ''));
const beginnings = [...source.matchAll(/`([a-z]\w*\.[\w.]*)\$\{/g)].map(([, key]) => key ?? '');

test('every text is used', () => {
  const unused = keysOf(english).filter(
    (key) => !literals.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)),
  );
  expect(unused).toEqual([]);
});

test('every text that the code asks for exists', () => {
  const known = new Set(keysOf(english));
  const asked = [...source.matchAll(/(?:\bt\(|i18nKey=\{?)\s*['"]([\w.]+)['"]/g)].map(([, key]) => key ?? '');
  const labels = [...source.matchAll(/label: '((?:shell)\.\w+)'/g)].map(([, key]) => key ?? '');
  expect([...new Set([...asked, ...labels])].filter((key) => !known.has(key))).toEqual([]);
});
