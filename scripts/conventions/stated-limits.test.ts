import { expect, test } from 'vitest';
import { checkStatedLimits } from './stated-limits.ts';

const NONE = { excused: {}, excusedCode: {} };
const web = (texts: object, locale = 'en-GB') =>
  new Map([[`apps/web/locales/${locale}.json`, JSON.stringify(texts)]]);
const judge = (texts: object, locale?: string) => checkStatedLimits(web(texts, locale), new Map(), NONE);
const judgeCode = (code: string, file = 'apps/server/src/modules/a/b/c.ts') =>
  checkStatedLimits(new Map(), new Map([[file, code]]), NONE);

test('a text takes the number of its limit as a value', () => {
  expect(judge({ import: { tooLarge: 'Larger than 200 MB' } })).toEqual([
    "apps/web/locales/en-GB.json: 'web import.tooLarge' says '200': give it the limit as a value",
  ]);
  expect(judge({ import: { tooLarge: 'Larger than {{megabytes, number}} MB' } })).toEqual([]);
});

test.each([
  ['en-GB', 'Please try again in ten minutes.'],
  ['en-GB', 'Your downloads from the last seven days'],
  ['en-GB', 'One per line, up to ten. If empty, it can only be opened by its link.'],
  ['de-AT', 'Es sind bereits fünf Schlüssel in Gebrauch.'],
  ['nl-NL', 'Vul de zes cijfers in.'],
  ['fr-FR', 'Un par ligne, dix au plus.'],
  ['fr-FR', 'Vos téléchargements des sept derniers jours'],
  ['sv-SE', 'Den dagen ligger mer än två år bort.'],
])('a number in words is one in %s: %s', (locale, text) => {
  expect(judge({ text }, locale)).toHaveLength(1);
});

test.each([
  ['en-GB', 'Two-step sign-in is on'],
  ['en-GB', 'Each has the SHA-256 checksum, in UTF-8, in orders-2026-11-23.xml'],
  ['de-AT', 'Anmeldung in zwei Schritten einrichten'],
  ['fr-FR', 'Cette page est ouverte six fois'],
  ['sv-SE', 'Två rader till {{name}} sedan {{date}}'],
])('a number that limits nothing is none in %s: %s', (locale, text) => {
  expect(judge({ text }, locale)).toEqual([]);
});

test('a sentence of the code takes it from the constant, too', () => {
  const found = [
    "apps/server/src/modules/a/b/c.ts: a sentence says a limit's number: take it from the limit's constant",
  ];
  expect(judgeCode("export const TITLE = 'A photo may have at most 250 megapixels';")).toEqual(found);
  expect(judgeCode('const line = `A link for 72 hours.`;')).toEqual(found);
  expect(judgeCode("const line = hours + ' hours'; // 72 hours")).toEqual([]);
  expect(judgeCode("const since = sql`now() - interval '2 days'`;")).toEqual([]);
  expect(judgeCode("test('72 hours', run);", 'apps/server/src/modules/a/b/c.test.ts')).toEqual([]);
});

test('an exception lasts as long as the text says a number', () => {
  const excused = { 'web a': 'a reason' };
  expect(checkStatedLimits(web({ a: '7 days' }), new Map(), { excused, excusedCode: {} })).toEqual([]);
  expect(checkStatedLimits(web({ a: 'a week' }), new Map(), { excused, excusedCode: {} })).toEqual([
    "scripts/conventions/stated-limits.ts: 'web a' says no number",
  ]);
});
