import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listIdentifiers, wordsOf } from './identifiers.ts';
import { checkFileNames, checkVocabulary, parseGlossary } from './vocabulary.ts';

const GLOSSARY = `
| word | not | what it is | allowed |
|---|---|---|---|
| plan | lay-out, laid-out | to decide what a zip holds | |
| cursor | page-mark | a place in a list | \`pageMarkOfTheLibrary\` |
| customer | – | a person | |

| other | table |
|---|---|
| lay-out | of no words |
`;
const terms = parseGlossary(GLOSSARY);
const check = (file: string, text: string) => checkVocabulary(new Map([[file, text]]), terms);

test('tables headed word and not are the glossary', () => {
  expect(terms.map(({ word }) => word)).toEqual(['plan', 'cursor', 'customer']);
  expect(terms[1]).toEqual({
    word: 'cursor',
    refused: ['page-mark'],
    allowed: [{ name: 'pageMarkOfTheLibrary', within: '' }],
  });
});

test('a compound name is split into its words', () => {
  expect(wordsOf('parseHTMLPage2')).toEqual(['parse', 'html', 'page2']);
  expect(wordsOf('LAY_OUT-export.test')).toEqual(['lay', 'out', 'export', 'test']);
});

test('names are found wherever they occur, and nothing else is', () => {
  const text = `type A = { b: C }; const { d: e } = f.g; // lay out\nconst h = 'layOut';`;
  expect(listIdentifiers('a.ts', text)).toEqual(
    expect.arrayContaining(['A', 'b', 'C', 'd', 'e', 'f', 'g', 'h']),
  );
  expect(listIdentifiers('a.ts', text)).not.toContain('layOut');
});

test.each([
  ['a function', 'a.ts', 'function layOutExport() {}'],
  ['a constant', 'a.ts', 'const EXPORT_LAY_OUT = 1;'],
  ['a property', 'a.ts', 'const a = { pageMark: 1 };'],
  ['a type', 'a.ts', 'type PageMark = string;'],
  ['a component', 'a.tsx', 'const a = <LaidOut />;'],
  ['a file', 'lay-out-zip.ts', ''],
  ['a folder', 'page-mark/zip.ts', ''],
  ['many', 'a.ts', 'const { pageMarks } = b;'],
])('a refused word is found in the name of %s', (_, file, text) => {
  expect(check(file, text)).toHaveLength(1);
});

test.each([
  ['a part of a word', 'const outlay = 1; const layout = 2;'],
  ['words in another order', 'const outLay = 1;'],
  ['words apart', 'const layItOut = 1;'],
  ['an allowed name', 'const pageMarkOfTheLibrary = 1;'],
])('%s is no refused word', (_, text) => expect(check('a.ts', text)).toEqual([]));

test('a verb is refused in its forms, a name marked whole only by itself, and allowed where it says so', () => {
  const verbs = parseGlossary(
    '| word | not | what | allowed |\n|---|---|---|---|\n| notify | tell, =known | | `tells` in `orders/` |',
  );
  const names = (file: string, text: string) => checkVocabulary(new Map([[file, text]]), verbs).length;
  expect(['tells', 'telling', 'isTelling', 'known'].map((name) => names('a.ts', `${name}();`))).toEqual([
    1, 1, 1, 1,
  ]);
  expect(['teller', 'isKnown', 'knownId'].map((name) => names('a.ts', `${name}();`))).toEqual([0, 0, 0]);
  expect([names('orders/a.ts', 'tells();'), names('library/a.ts', 'tells();')]).toEqual([0, 1]);
});

test('the past of a verb is refused as its participle is', () => {
  const own = parseGlossary(readFileSync('docs/glossary.md', 'utf8'));
  for (const name of ['beganAt', 'begunAt', 'knewPhotos'])
    expect(checkVocabulary(new Map([['a.ts', `const ${name} = 1;`]]), own)).toHaveLength(1);
});

test.each([
  'apps/server/src/modules/library/photos/utils.ts',
  'apps/server/src/modules/library/photos/dateUtils.ts',
  'apps/web/src/shared/test-helpers.fixture.tsx',
  'apps/web/src/features/library/photos/helper.test.ts',
  'apps/web/src/shared/common.module.css',
  'e2e/misc/open-page.ts',
  'packages/contracts/src/platform/Common.ts',
])('%s does not say what is inside', (file) =>
  expect(checkFileNames([file])).toEqual([expect.stringContaining(`${file}: '`)]),
);

test('a name that says what is common is one', () =>
  expect(
    checkFileNames(['apps/server/src/common-passwords.ts', 'scripts/tool-versions.ts', 'e2e/helped.spec.ts']),
  ).toEqual([]));
