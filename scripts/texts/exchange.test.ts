import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LOCALES } from '@keepsake/contracts/frame/configuration';
import { beforeAll, describe, expect, test } from 'vitest';
import { readLanguages } from '../../apps/server/src/modules/frame/channels/own-texts.ts';
import type { Sources } from '../conventions/imports.ts';
import { readSources, readTexts } from '../conventions/sources.ts';
import { edit, makeFiles, serverFile, webFile } from './files.fixture.ts';
import { readXliff } from './read-xliff.ts';
import { takeTranslations } from './take-translations.ts';
import { writeXliff } from './write-xliff.ts';

const GERMAN = { locale: 'de-AT', folder: null };
const DANISH = { locale: 'da-DK', folder: 'languages' };
const LITHUANIAN = { locale: 'lt-LT', folder: 'languages' };
const take = (files: Sources, xml: string, folder: string | null = null) =>
  takeTranslations(files, folder, readXliff(xml));

describe('the texts of Keepsake', () => {
  let files: Sources;
  let sources: Sources;
  beforeAll(() => {
    files = readTexts();
    sources = readSources();
  });

  test.each(LOCALES.filter((locale) => locale !== 'en-GB'))('in %s come back as they went', (locale) => {
    const language = { locale, folder: null };
    const taken = take(files, writeXliff(files, language, sources));
    expect(taken.left).toBe(0);
    expect(taken.taken).toBeGreaterThan(2000);
    expect([...taken.changed.keys()]).toEqual([]);
  });

  test('in English become an installation’s own language, in the shape of the English files', async () => {
    const xml = writeXliff(files, DANISH, sources).replace(
      /<source>([^<]*)<\/source>/g,
      '$&<target state="translated">$1</target>',
    );
    const { changed } = take(files, xml, 'languages');
    expect(changed.get('languages/da-DK/web.json')).toBe(files.get('apps/web/locales/en-GB.json'));
    const folder = mkdtempSync(path.join(tmpdir(), 'keepsake-languages-'));
    for (const [file, text] of changed) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    const { faults, notes } = await readLanguages(path.join(folder, 'languages'));
    rmSync(folder, { recursive: true });
    expect([faults, notes]).toEqual([[], []]);
    expect(take(new Map([...files, ...changed]), xml, 'languages').changed.size).toBe(0);
  });

  test('are described each, with the places that ask for them', () => {
    const xml = writeXliff(files, GERMAN, sources);
    const unit = /<trans-unit id="web:shell.thumbs.menu"[\s\S]*?<\/trans-unit>/.exec(xml)?.[0];
    expect(unit).toContain('maxwidth="14" size-unit="char"');
    expect(unit).toMatch(/<context context-type="sourcefile">apps\/web\/src\/[^<]+\.tsx?</);
    expect(unit).toContain('Frame of every page: header, menu, footer: a label of the bar for thumbs.');
    expect(xml.split('<note ').length).toBe(xml.split('<trans-unit ').length);
  });
});

describe('a translated file', () => {
  let files: Sources;
  let xml: string;
  beforeAll(() => {
    files = makeFiles();
    xml = writeXliff(files, GERMAN, new Map());
  });
  const translated = (text: string) => (before: string) =>
    xml.replace(`>${before}</target>`, `>${text}</target>`);

  test('is taken with the form of its files, and what it was made from', () => {
    const changed = makeFiles();
    edit(changed, serverFile('en-GB'), ['We keep your photos until', 'Your photos are stored until']);
    const sent = writeXliff(changed, GERMAN, new Map());
    expect(sent).toContain('<target state="needs-review-translation">Ihre Fotos sind bis zum {{date}}');
    expect(take(changed, sent)).toMatchObject({ taken: 4, left: 1, changed: new Map() });
    const back = sent.replace(
      /<target state="needs-[^>]*>[^<]*</,
      '<target state="final">Gespeichert bis <![CDATA[{{date}} & später]]>&#160;&lt;3<',
    );
    const taken = take(changed, back).changed;
    expect([...taken.keys()]).toEqual([serverFile('de-AT'), 'scripts/texts/sources/de-AT.json']);
    expect(JSON.parse(taken.get(serverFile('de-AT')) ?? '').subject).toBe(
      'Gespeichert bis {date} & später\u00a0<3',
    );
  });

  test('without states renews what has changed, and what somebody calls finished', () => {
    const changed = makeFiles();
    edit(changed, webFile('en-GB'), ['Overview', 'Home']);
    const sent = writeXliff(changed, GERMAN, new Map());
    const stateless = sent.replaceAll(/ state="[\w-]+"/g, '');
    expect(take(changed, stateless)).toMatchObject({ taken: 4, left: 1, changed: new Map() });
    const record = ['scripts/texts/sources/de-AT.json'];
    expect([...take(changed, sent.replaceAll('needs-review-translation', 'final')).changed.keys()]).toEqual(
      record,
    );
    const rewritten = stateless.replace('>Überblick<', '>Startseite<');
    expect([...take(changed, rewritten).changed.keys()]).toEqual([webFile('de-AT'), ...record]);
  });

  test('may have some of the texts only, in groups', () => {
    const part = xml
      .replace(/<trans-unit id="web:[\s\S]*<\/trans-unit>/, '')
      .replace('<body>', '<body><group id="1">');
    expect(take(files, part.replace('</body>', '</group></body>'))).toMatchObject({ taken: 2, left: 0 });
  });

  test.each<[string, (xml: string) => string, RegExp]>([
    [
      'lost a placeholder',
      () => translated('Ihre Fotos')('Ihre Fotos sind bis zum {{date}} gespeichert'),
      /retention\/texts\/de-AT.json: 'subject' lacks 'date'/,
    ],
    [
      'has one more',
      () => translated('{{name}}')('Überblick'),
      /locales\/de-AT.json: 'home.title' has 'name'/,
    ],
    [
      'is too long',
      () => translated('Fotos'.repeat(9))('Zu meinen Fotos'),
      /'button' has 45 characters, and a button at most 36/,
    ],
    [
      'has an unknown key',
      () => xml.replace('id="web:home.title"', 'id="web:__proto__"'),
      /'web:__proto__' is not a text/,
    ],
    [
      'has a plural form that the language lacks',
      () => xml.replace('id="web:home.photos_one"', 'id="web:home.photos_few"'),
      /'web:home.photos_few' is not a text, or a plural form that de-AT does not have/,
    ],
    [
      'has another English',
      () => xml.replace('<source>Overview', '<source>Home'),
      /'home.title' was translated from another English text; it is now "Overview"/,
    ],
    [
      'has a text twice',
      () => xml.replace('id="web:home.photos_one"', 'id="web:home.title"'),
      /has 'web:home.title' twice/,
    ],
    [
      'has elements in a text',
      () => translated('<g id="1">Überblick</g>')('Überblick'),
      /has 'web:home.title' with the element <g>/,
    ],
    ['is broken', () => xml.replace('</body>', ''), /is not XML: .* \(line \d+\)/],
    [
      'declares a document type',
      () => xml.replace('<xliff', '<!DOCTYPE x [<!ENTITY a "b">]><xliff'),
      /declares a document type/,
    ],
    [
      'refers to an entity',
      () => translated('&nbsp;')('Überblick'),
      /refers to an entity that XML does not have: &nbsp;/,
    ],
    ['is XLIFF 2', () => xml.replace('version="1.2"', 'version="2.0"'), /is not XLIFF 1.2/],
    [
      'is translated from another language',
      () => xml.replace('source-language="en-GB"', 'source-language="en-US"'),
      /is not translated from en-GB/,
    ],
    [
      'is in no language',
      () => xml.replace('target-language="de-AT"', 'target-language="../de"'),
      /'..\/de' is not a language of translations/,
    ],
    [
      'is in a language without a folder',
      () => xml.replace('target-language="de-AT"', 'target-language="da-DK"'),
      /da-DK needs --folder/,
    ],
  ])('that %s is refused', (_, change, message) => {
    const changed = change(xml);
    expect(changed).not.toBe(xml);
    expect(() => take(files, changed)).toThrow(message);
  });

  test('without a plural form that its language needs is refused', () => {
    const lithuanian = writeXliff(files, LITHUANIAN, new Map());
    const forms = [...lithuanian.matchAll(/id="web:home.photos_(\w+)"/g)].map(([, form]) => form);
    expect(forms).toEqual(['one', 'few', 'many', 'other']);
    const one = lithuanian.replace('photo</source>', 'photo</source><target>{{count}} nuotrauka</target>');
    expect(() => take(files, one, 'languages')).toThrow(
      "languages/lt-LT/web.json: 'home.photos' lacks the plural form 'few', 'many', 'other': lt-LT has 'one', 'few', 'many', 'other'",
    );
  });

  test('names every fault at once', () => {
    const both = xml.replace('>Überblick<', '>{{name}}<').replace('>{{count}} Fotos<', '>Fotos<');
    expect(() => take(files, both)).toThrow(/home.title[\s\S]*home.photos_other/);
  });

  test('of an own language records beside its folder what it was made from', () => {
    const some = writeXliff(files, DANISH, new Map()).replace(
      'Overview</source>',
      'Overview</source><target>Oversigt</target>',
    );
    const { changed, left } = take(files, some, 'languages');
    expect(left).toBe(4);
    expect([...changed.keys()]).toEqual(['languages/da-DK/web.json', 'languages/da-DK.sources.json']);
    expect(JSON.parse(changed.get('languages/da-DK/web.json') ?? '')).toEqual({
      home: { title: 'Oversigt' },
    });
  });
});
