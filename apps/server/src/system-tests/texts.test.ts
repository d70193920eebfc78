import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LOCALES } from '@keepsake/contracts/frame/configuration';
import { findClumsyTexts } from '@keepsake/contracts/platform/typography';
import { describe, expect, test } from 'vitest';
import { areaOfTexts, dateInSentence } from '../platform/texts.ts';

const SOURCES = path.join(import.meta.dirname, '..');
const FOLDERS = globSync('modules/*/*/texts', { cwd: SOURCES }).sort();

/** Texts with a date: all of them sentences, with the date in its long form. */
const SENTENCES = [
  'deletion closed.text',
  'exports contents.title',
  'exports mail.kept.text',
  'exports mail.ready.text',
  'identity closed.intro',
  'identity event.when',
  'invoice-documents credits',
  'invoice-documents dueOn',
  'legal page.approved',
  'my-data mail.ready.text',
  'my-data mail.ready.textWithPhotos',
  'my-data readme.title',
  'retention subject',
  'retention subject.soon',
  'retention text.after',
  'retention text.end',
  'retention text.order',
  'withdrawals fact.time',
  'withdrawals receipt.return',
];

type BuiltIn = (typeof LOCALES)[number];

const DATE = /\{(date|keptUntil)\}/;

const LONG: Record<BuiltIn, string> = {
  'en-GB': '1 March 2027',
  'de-AT': '1. März 2027',
  'nl-NL': '1 maart 2027',
  'fr-FR': '1er mars 2027',
  'sv-SE': '1 mars 2027',
};

/** Wording that leaves open whether the last day is included. */
const UNCLEAR: Partial<Record<BuiltIn, RegExp>> = {
  'nl-NL': /\btot \{(date|keptUntil)\}/,
  'sv-SE': /\btill (den )?\{(date|keptUntil)\}/,
};

function textsOf(locale: BuiltIn): [string, string][] {
  return FOLDERS.flatMap((folder) => {
    const name = areaOfTexts(folder);
    const file = path.join(SOURCES, folder, `${locale}.json`);
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    return Object.entries(texts).map(([key, text]): [string, string] => [`${name} ${key}`, text]);
  });
}

/** In files of operators: a name may be added, none may go. */
const AREAS = [
  'business',
  'callbacks',
  'configuration',
  'deletion',
  'demo-shop',
  'exports',
  'gallery',
  'identity',
  'invoice-documents',
  'legal',
  'mails',
  'my-data',
  'needed-by',
  'newsletter',
  'retention',
  'widgets',
  'withdrawals',
];

test('areas of texts keep the names that operators’ files use', () => {
  expect(FOLDERS.map(areaOfTexts).sort()).toEqual(AREAS);
});

describe.each(LOCALES)('the texts in %s', (locale) => {
  const texts = textsOf(locale);

  test('write dates inside sentences in full', () => {
    const dated = texts.filter(([, text]) => DATE.test(text));
    expect(dated.map(([key]) => key).sort()).toEqual(SENTENCES);
    const date = dateInSentence(new Date('2027-03-01T12:00:00Z'), locale, 'Europe/Vienna');
    for (const [, text] of dated) {
      expect(text.replace(DATE, date)).toMatch(new RegExp(`(^|[^\\d])${LONG[locale]}`));
      expect(text).not.toMatch(UNCLEAR[locale] ?? /$^/);
    }
  });

  test('have the punctuation of the language', () => {
    expect(findClumsyTexts(Object.fromEntries(texts), locale)).toEqual([]);
  });
});
