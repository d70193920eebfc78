import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  asStoredJson,
  DamagedJson,
  findStoredJson,
  parseStoredColumn,
  parseStoredJson,
  storedTime,
} from './stored-json.ts';

const keys = z.object({ keys: z.array(z.object({ kid: z.string(), key: z.string() })) });
const GOOD = '{"keys":[{"kid":"a","key":"hidden"}]}';

test('stored JSON is what its schema says', () => {
  const stored = { keys: [{ kid: 'a', key: 'hidden' }] };
  expect(parseStoredJson(keys, GOOD, 'the secret keys')).toEqual(stored);
  expect(findStoredJson(keys, GOOD)).toEqual(stored);
});

test.each([
  ['', /^the secret keys is damaged: \S.*undefined$/],
  [GOOD.slice(0, -3), /^the secret keys is damaged: \S.*undefined$/],
  ['null', /^the secret keys is damaged: \S.*null$/],
  ['{"keys":[{"kid":7,"key":"hidden"}]}', /^the secret keys is damaged: keys\[0\]\.kid \S.*number$/],
])('damaged, it gives an error that names it and quotes nothing: %s', (text, message) => {
  const parse = () => parseStoredJson(keys, text, 'the secret keys');
  expect(parse).toThrow(DamagedJson);
  expect(parse).toThrow(message);
  expect(parse).not.toThrow(/hidden/);
  expect(findStoredJson(keys, text)).toBeNull();
});

test('a JSON column is what its schema says, or its row is named and nothing of it quoted', () => {
  const parse = (value: unknown) => parseStoredColumn(keys, value, 'client 7');
  expect(parse({ keys: [] })).toEqual({ keys: [] });
  expect(() => parse({ keys: [{ kid: 'a', key: ['hidden'] }] })).toThrow(
    /^client 7 is damaged: keys\[0\]\.key (?!.*hidden)/,
  );
  expect(() => parse(null)).toThrow(DamagedJson);
  const strict = z.strictObject({ id: z.string() });
  expect(() => parseStoredColumn(strict, { id: 'a', hidden: 1 }, 'client 7')).toThrow(
    /^client 7 is damaged: Unrecognized keys$/,
  );
});

test('a time that the database wrote into JSON is a date, and any other text is damage', () => {
  const parse = (at: unknown) => parseStoredColumn(z.object({ at: storedTime }), { at }, 'order 7').at;
  expect(parse('2026-06-15T12:00:00.123456+02:00')).toEqual(new Date('2026-06-15T10:00:00.123Z'));
  expect(() => parse('yesterday')).toThrow(/^order 7 is damaged: at /);
  expect(() => parse(7)).toThrow(DamagedJson);
});

test('what JSON keeps of a value has no undefined fields and no dates', () => {
  expect(asStoredJson({ a: undefined, at: new Date(0) })).toEqual({ at: '1970-01-01T00:00:00.000Z' });
  expect(Object.keys(Object(asStoredJson({ a: undefined })))).toEqual([]);
});
