import { expect, test } from 'vitest';
import { parseSentJson, RefusedJson } from './sent-json.ts';

test.each([
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"prototype":null}',
  '{"a":[1,{"b":{"__proto__":1}}]}',
  '[[{"constructor":1}],null]',
  String.raw`{"\u005f_proto__":1}`,
  String.raw`{"constr\u0075ctor":1}`,
  String.raw`{"PROTOTYPE":1,"pr\u006ftotype":1}`,
])('a name that reaches a prototype is refused: %s', (text) => {
  expect(() => parseSentJson(text)).toThrow(RefusedJson);
  expect(() => parseSentJson(text)).toThrow(
    /^The name "(__proto__|constructor|prototype)" is not allowed in JSON$/,
  );
  expect({}).not.toHaveProperty('isAdmin');
});

test.each([
  '1e400',
  '{"a":1e400}',
  '{"a":[-1E+400]}',
  `{"a":{"b":${'9'.repeat(400)}}}`,
  `[${'1'.repeat(250)}.5e99]`,
  '1e00000309',
])('a number that nothing can hold is refused: %s', (text) => {
  expect(() => parseSentJson(text)).toThrow(new RefusedJson('A number is too large to be stored'));
});

test.each(['1e308', '-1.7976931348623157e+308', '"1e400"', `"${'9'.repeat(400)}"`, '1e-400'])(
  'a number that can be held is one: %s',
  (text) => expect(parseSentJson(text)).toBe(JSON.parse(text)),
);

test('such a word as a value, and names that only resemble it, are data', () => {
  const value = { note: '__proto__', 'constructor ': 'prototype', Prototype: ['constructor'], '\u00e4': 1 };
  expect(parseSentJson(JSON.stringify(value))).toEqual(value);
});

test('what is nested deeper than a stack is read, and refused', () => {
  const [open, close] = ['{"a":'.repeat(100_000), '}'.repeat(100_000)];
  expect(() => parseSentJson(`${open}{"__proto__":1}${close}`)).toThrow(RefusedJson);
  expect(() => parseSentJson(`${open}"constructor"${close}`)).not.toThrow();
  expect(() => parseSentJson('{')).toThrow(SyntaxError);
});
