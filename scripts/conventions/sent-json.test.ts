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

test('in the browser JSON is read in one place, and checked', () => {
  const web = 'apps/web/src/app/session/token-store.ts';
  const reason = `${web}:1: in the browser JSON is read by shared/json.ts, and then checked`;
  expect(judge('const tokens: TokenSet = JSON.parse(text);', web)).toEqual([reason]);
  expect(judge('const body = await response.json();', web)).toEqual([reason]);
  expect(judge('const tokens = parseJson(text) as TokenSet;', web)).toEqual([
    `${web}:1: what JSON contains is checked, not claimed`,
  ]);
  expect(judge('const value = parseJson(text);', web)).toEqual([]);
  expect(judge('JSON.parse(text)', 'apps/web/src/shared/json.ts')).toEqual([]);
  expect(judge('JSON.parse(text)', web.replace('.ts', '.test.ts'))).toEqual([]);
});

test('a file that parses no JSON any more leaves the list', () => {
  expect(judge('', FILE, { 'modules/account/customers/import-customers.ts': 'ours' })).toEqual([
    'scripts/conventions/sent-json.ts: modules/account/customers/import-customers.ts parses no JSON any more',
  ]);
});
