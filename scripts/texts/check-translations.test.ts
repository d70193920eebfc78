import { expect, test } from 'vitest';
import { readTexts } from '../conventions/sources.ts';
import { checkTranslations } from './check-translations.ts';
import { edit, makeFiles, serverFile, webFile } from './files.fixture.ts';

test('every translation was made from today’s English', () => {
  expect(checkTranslations(readTexts())).toEqual([]);
});

test('an English text that changes alone is reported for each of its translations', () => {
  const files = readTexts();
  edit(files, 'apps/web/locales/en-GB.json', ['"Good morning"', '"Good day"']);
  const problems = checkTranslations(files);
  expect(problems.map((problem) => problem.split(':')[0])).toEqual(
    ['de-AT', 'nl-NL', 'fr-FR', 'sv-SE'].map(webFile),
  );
  expect(problems[0]).toContain(`'home.morning' translates an earlier English text; it is now "Good day"`);
  expect(problems[0]).toContain(`npm run texts -- renew de-AT 'web:home.morning'`);
});

test('a plural form that English lacks follows the English one for many', () => {
  const files = makeFiles();
  edit(files, webFile('en-GB'), ['{{count}} photos', '{{count}} pictures']);
  const french = checkTranslations(files).filter((problem) => problem.startsWith(webFile('fr-FR')));
  expect(french.map((problem) => /'([^']+)'/.exec(problem)?.[1])).toEqual([
    'home.photos_many',
    'home.photos_other',
  ]);
});

test('a record has a line for every text and no other, each a hash with or without a reason', () => {
  const files = makeFiles();
  const record = 'scripts/texts/sources/sv-SE.json';
  const lines: Record<string, string> = JSON.parse(files.get(record) ?? '');
  const { 'web:home.title': hash = '', ...others } = lines;
  files.set(record, JSON.stringify({ ...others, 'web:gone': hash, 'retention:button': 'yes' }));
  expect(checkTranslations(files)).toEqual([
    `${webFile('sv-SE')}: 'home.title' is not in ${record}: npm run texts -- renew sv-SE 'web:home.title'`,
    `${record}: no text has the id 'web:gone': npm run texts -- renew sv-SE 'web:gone'`,
    `${record}: 'retention:button' is neither a hash nor a hash with a reason`,
  ]);
  files.set(record, JSON.stringify({ ...lines, 'web:home.title': `${hash}: a name` }));
  expect(checkTranslations(files)).toEqual([]);
});

test('a text fits its place, in English too', () => {
  const files = makeFiles();
  for (const locale of ['en-GB', 'nl-NL'])
    edit(files, serverFile(locale), [locale === 'en-GB' ? 'Go to' : 'Zu meinen', 'x'.repeat(40)]);
  expect(checkTranslations(files).filter((problem) => problem.includes('characters'))).toEqual([
    `${serverFile('en-GB')}: 'button' has 50 characters, and a button at most 36`,
    `${serverFile('nl-NL')}: 'button' has 46 characters, and a button at most 36`,
  ]);
});
