import { expect, test } from 'vitest';
import { checkSentJson } from './sent-json.ts';

const FILE = 'apps/server/src/modules/account/customers/import-customers.ts';
const WEB = 'apps/web/src/app/session/token-store.ts';
const judge = (text: string, file = FILE) => checkSentJson(new Map([[file, text]]));
const parsedBy = (file: string, line = 1) =>
  `${file}:${line}: JSON is parsed by parseSentJson or readSentJson if somebody else wrote it, by parseStoredJson if Keepsake did`;
const claimed = (file: string, line = 1) => `${file}:${line}: what JSON contains is checked, not claimed`;

test('on the server JSON is parsed by two files, one for what was sent and one for what was stored', () => {
  expect(judge('const a = 1;\nconst json = JSON.parse(text);')).toEqual([parsedBy(FILE, 2)]);
  expect(judge('const body = await answer.json();')).toEqual([parsedBy(FILE)]);
  expect(judge('const { parse } = JSON;')).toEqual([parsedBy(FILE)]);
  expect(judge("JSON['parse'](text)")).toEqual([parsedBy(FILE)]);
  expect(judge('const json = parseSentJson(text); // not JSON.parse(text)')).toEqual([]);
  expect(judge('const text = JSON.stringify({ JSON: 1 });')).toEqual([]);
  expect(judge('JSON.parse(text)', FILE.replace('.ts', '.test.ts'))).toEqual([]);
  expect(judge('JSON.parse(text)', 'apps/server/src/platform/sent-json.ts')).toEqual([]);
  expect(judge('JSON.parse(text)', 'apps/server/src/platform/stored-json.ts')).toEqual([]);
});

test.each([
  'const { a } = parseSentJson(text) as A;',
  'const { a } = (await readSentJson(answer)) as {\n  a?: string;\n};',
  'const a = parseStoredJson(schema, text, place) as unknown as A;',
  'const a = (findStoredJson(schema, text) ?? {}) as A;',
  'const a = <A>parseSentJson(text);',
  'const read = parseSentJson(text);const { a } = read as A;',
])('on the server its type is not claimed: %s', (text) => {
  expect(judge(text)).toEqual([claimed(FILE)]);
});

test('a cast to unknown or const claims nothing', () => {
  expect(judge('const a: unknown = parseSentJson(text);')).toEqual([]);
  expect(judge('const a = parseSentJson(text) as unknown;')).toEqual([]);
  expect(judge('const a = [parseSentJson(text)] as const;')).toEqual([]);
});

test('nor is it in scripts, which may parse JSON themselves', () => {
  const script = 'scripts/release.ts';
  expect(judge('const version = manifest.parse(JSON.parse(text));', script)).toEqual([]);
  expect(judge('const { version } = JSON.parse(text) as Manifest;', script)).toEqual([claimed(script)]);
  expect(judge('const manifest: Manifest = JSON.parse(text);', script)).toEqual([claimed(script)]);
});

test('in the browser JSON is read in one place, and checked', () => {
  const reason = `${WEB}:1: in the browser JSON is read by shared/json.ts, and then checked`;
  expect(judge('const tokens: TokenSet = JSON.parse(text);', WEB)).toEqual([claimed(WEB), reason]);
  expect(judge('const body = await response.json();', WEB)).toEqual([reason]);
  expect(judge('const tokens = parseJson(text) as TokenSet;', WEB)).toEqual([claimed(WEB)]);
  expect(judge('const value = parseJson(text);', WEB)).toEqual([]);
  expect(judge('JSON.parse(text)', 'apps/web/src/shared/json.ts')).toEqual([]);
  expect(judge('JSON.parse(text)', WEB.replace('.ts', '.test.ts'))).toEqual([]);
});
