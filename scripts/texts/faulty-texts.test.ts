import { expect, test } from 'vitest';
import type { Sources } from '../conventions/imports.ts';
import { readXliff } from './read-xliff.ts';
import { takeTranslations } from './take-translations.ts';
import { writeXliff } from './write-xliff.ts';

const GERMAN = { locale: 'de-AT', folder: null };
const WEB = 'apps/web/locales';
const SERVER = 'apps/server/src/modules/frame/mails/texts';

/** Takes back the German of one English text in the file for translators. */
function takeBack(folder: string, english: string, german: string) {
  const files: Sources = new Map([[`${folder}/en-GB.json`, JSON.stringify({ home: { title: english } })]]);
  const sent = writeXliff(files, GERMAN, new Map());
  const escaped = german.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const back = sent.replace('</source>', `</source><target>${escaped}</target>`);
  return takeTranslations(files, null, readXliff(back));
}

test.each([
  ['{{count, number}} photos', '{{count}} Fotos', "has '{{count}}' in place of '{{count, number}}'"],
  ['{{count}} photos', '{{count, number}} Fotos', "has '{{count, number}}' in place of '{{count}}'"],
  ['Open <1>it</1> now', 'Jetzt </1>es<1> öffnen', "has '</1>' where it closes nothing"],
  ['<1>A</1> and <2>B</2>', '<1>A<2></1>B</2>', "has '</1>' where it closes nothing"],
  ['Open <1>it</1> now', 'Jetzt <1>es<1> öffnen', "has '<1>' that nothing closes"],
  ['Until <moment/>', 'Bis <moment>', "has '<moment>' in place of '<moment/>'"],
  ['Until <moment/>', 'Bis', "lacks 'moment'"],
  ['Open', 'Öffnen <a href="https://evil.example">', "has '<a href"],
  ['Photos', ' Fotos', 'begins with a space, which the English text lacks'],
  ['Photos', 'Fotos\n', 'ends with a space, which the English text lacks'],
  ['Photos', 'Fotos $t(shell.menu)', "has '$t(', which the English text lacks"],
  ['Photos', 'Fo\u202etos', 'has the invisible character U+202E'],
  ['Photos', 'Fo\u2066tos', 'has the invisible character U+2066'],
  ['Photos', 'Fo\u200btos', 'has the invisible character U+200B'],
  ['Hello {{name}}', 'Hallo {name}', "has '{name}', and values are written {{name}} here"],
  ['{{a}} and {{b}} and {{b}}', '{{a}} und {{a}} und {{b}}', "does not have 'a', 'b' as often"],
])('%j is not taken back as %j', (english, german, fault) => {
  expect(() => takeBack(WEB, english, german)).toThrow(
    expect.objectContaining({ message: expect.stringContaining(`${WEB}/de-AT.json: 'home.title' ${fault}`) }),
  );
});

test.each([
  ['{{count, number}} photos', '{{ count, number }}\u00a0Fotos'],
  ['Ready: {{name}}', 'Prêt\u202f: {{name}}'],
  ['<1>A</1> and <2>B</2>', '<2>B</2> und <1>A</1>'],
  ['Until <moment/>', 'Bis <moment />'],
])('%j is taken back as %j', (english, german) => {
  expect(takeBack(WEB, english, german).taken).toBe(1);
});

test('a text of the server has its values back in its own notation, or is refused', () => {
  const { changed } = takeBack(SERVER, 'The {brand} team', 'Das Team von {{ brand }}');
  expect(changed.get(`${SERVER}/de-AT.json`)).toContain('Das Team von {brand}');
  expect(() => takeBack(SERVER, 'The {brand} team', '{{{brand}}}')).toThrow(
    "'home.title' has '{{brand}}', and values are written {name} here",
  );
});

test('a correction that is still marked for review is named, and one that is as it went is not', () => {
  const files: Sources = new Map([
    [`${WEB}/en-GB.json`, '{ "home": { "title": "Overview", "more": "More" } }'],
    [`${WEB}/de-AT.json`, '{ "home": { "title": "Übersicht", "more": "Mehr" } }'],
  ]);
  const sent = writeXliff(files, GERMAN, new Map());
  const { notTaken, taken, left } = takeTranslations(
    files,
    null,
    readXliff(sent.replace('>Übersicht<', '>Überblick<')),
  );
  expect([taken, left]).toEqual([0, 2]);
  expect(notTaken).toEqual([
    "'web:home.title' was not taken: it has changed, but its state is 'needs-review-translation' and not one of translated, signed-off, final",
  ]);
});
