import { expect, test } from 'vitest';
import { checkSentJson } from './sent-json.ts';

const FILE = 'apps/server/src/modules/account/customers/import-customers.ts';
const judge = (text: string, file = FILE, own = {}) => checkSentJson(new Map([[file, text]]), own);

test('JSON is parsed by parseSentJson, unless a file parses only our own', () => {
  expect(judge('const a = 1;\nconst json = JSON.parse(text);')).toEqual([
    `${FILE}:2: JSON that somebody else wrote is parsed by parseSentJson or readSentJson`,
  ]);
  expect(judge('return await answer.json();')).toHaveLength(1);
  expect(judge('const json = parseSentJson(text); // not JSON.parse(text)')).toEqual([]);
  expect(judge('JSON.parse(text)', FILE.replace('.ts', '.test.ts'))).toEqual([]);
  expect(judge('JSON.parse(text)', 'apps/server/src/platform/sent-json.ts')).toEqual([]);
  expect(
    judge('JSON.parse(text)', FILE, { 'modules/account/customers/import-customers.ts': 'ours' }),
  ).toEqual([]);
});

test('a file that parses no JSON any more leaves the list', () => {
  expect(judge('', FILE, { 'modules/account/customers/import-customers.ts': 'ours' })).toEqual([
    'scripts/conventions/sent-json.ts: modules/account/customers/import-customers.ts parses no JSON any more',
  ]);
});
