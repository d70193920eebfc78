import { expect, test } from 'vitest';
import type { Sources } from '../conventions/imports.ts';
import { checkTranslations } from './check-translations.ts';
import { edit, makeFiles, webFile } from './files.fixture.ts';
import { renew } from './renew.ts';

const GERMAN = { locale: 'de-AT', folder: null };
const RECORD = 'scripts/texts/sources/de-AT.json';
const TITLE = 'web:home.title';

/** Renews one text, as the command does; `before` is the last commit. */
function renewed(files: Sources, id: string, reason?: string, before: Sources = makeFiles()): Sources {
  const committed = (file: string) => before.get(file) ?? null;
  return new Map([...files, ...renew(files, GERMAN, { ids: [id], reason, committed })]);
}
const german = (files: Sources) => checkTranslations(files).filter((problem) => problem.includes('de-AT'));
const lineOf = (files: Sources, id: string) => JSON.parse(files.get(RECORD) ?? '')[id];

test('a translation that changed with its English is renewed', () => {
  const files = makeFiles();
  edit(files, webFile('en-GB'), ['Overview', 'Home']);
  edit(files, webFile('de-AT'), ['Überblick', 'Startseite']);
  expect(german(files)).toHaveLength(1);
  expect(german(renewed(files, TITLE))).toEqual([]);
});

test('one that did not change needs a reason, which stays beside the hash until it changes', () => {
  const files = makeFiles();
  edit(files, webFile('en-GB'), ['Overview', 'Home']);
  expect(() => renewed(files, TITLE)).toThrow(
    `${webFile('de-AT')}: 'home.title' has not changed: translate "Home" or give --reason`,
  );
  const excused = renewed(files, TITLE, ' says  the same');
  expect(lineOf(excused, TITLE)).toMatch(/^[\da-f]{8}: says the same$/);
  expect(german(excused)).toEqual([]);
  edit(excused, webFile('en-GB'), ['"Home"', '"Start"']);
  edit(excused, webFile('de-AT'), ['Überblick', 'Start']);
  expect(lineOf(renewed(excused, TITLE), TITLE)).toMatch(/^[\da-f]{8}$/);
});

test('a new text is recorded, and the line of one that is gone is forgotten', () => {
  const files = makeFiles();
  edit(files, webFile('en-GB'), ['"title"', '"name": "Name", "title"']);
  edit(files, webFile('de-AT'), ['"title"', '"name": "Name", "title"']);
  const added = renewed(files, 'web:home.name');
  expect(german(added)).toEqual([]);
  const removed = new Map([...added, ...[...makeFiles()].filter(([file]) => file !== RECORD)]);
  expect(german(removed)).toHaveLength(1);
  expect(german(renewed(removed, 'web:home.name'))).toEqual([]);
});

test('nothing is renewed if one of several is refused', () => {
  const files = makeFiles();
  edit(files, webFile('en-GB'), ['Overview', 'Home']);
  edit(files, webFile('de-AT'), ['Überblick', 'Startseite']);
  const committed = (file: string) => makeFiles().get(file) ?? null;
  expect(() => renew(files, GERMAN, { ids: [TITLE, 'web:no'], reason: undefined, committed })).toThrow(
    /^'web:no' is not a text of de-AT$/,
  );
});
