import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type * as core from 'zod/v4/core';
import { allEndpoints } from '../all-endpoints.fixture.ts';
import { isInVies, isVatId, normaliseVatId } from './vat-ids.ts';

test.each([
  ['atu 123 456 75', 'ATU12345675'],
  ['BE 0123.456.789', 'BE0123456789'],
  ['de-123456789', 'DE123456789'],
  ['GR123456789', 'EL123456789'],
  ['ＦＲ AB 123456789', 'FRAB123456789'],
  ['gb 123 4567 89', 'GB123456789'],
  ['IE 1+23456A', 'IE1+23456A'],
  ['IE1234567FA', 'IE1234567FA'],
  ['NL123456789B01', 'NL123456789B01'],
  ['SE123456789001', 'SE123456789001'],
  ['XI123456789', 'XI123456789'],
])('%s is the VAT id %s', (typed, expected) => {
  expect(normaliseVatId(typed)).toBe(expected);
  expect(isVatId(expected)).toBe(true);
});

test.each([
  '',
  '12345675',
  'AT12345675',
  'ATU1234567',
  'DE12345678',
  'US123456789',
  'FRIO123456789',
  'SE123456789002',
  'constructor',
  'NL123456789A01',
])('%s is none', (typed) => expect(isVatId(normaliseVatId(typed))).toBe(false));

test('Great Britain’s are not in VIES, Northern Ireland’s are', () => {
  expect(['GB123456789', 'XI123456789', 'ATU12345675'].map(isInVies)).toEqual([false, true, true]);
});

test('every field of a call that takes one takes it as it is typed, with either prefix for Greece', () => {
  const found = allEndpoints.flatMap(({ name, body }) =>
    body ? fieldsIn(body as unknown as core.$ZodTypes).map((field) => ({ name, ...field })) : [],
  );
  expect(found.map(({ name, key }) => `${name} ${key}`).toSorted()).toEqual([
    'changeBusiness vatId',
    'placeOrder buyerVatId',
  ]);
  for (const { name, key, schema } of found)
    for (const [typed, stored] of [
      ['GR 123 456 789', 'EL123456789'],
      ['el123456789', 'EL123456789'],
      ['XI 123 4567 89', 'XI123456789'],
      ['ATU12345675', 'ATU12345675'],
    ])
      expect(z.safeParse(schema, typed), `${name} ${key} ${typed}`).toEqual({ success: true, data: stored });
});

/** The fields of a schema whose name ends with that of a VAT id, at any depth. */
function fieldsIn({ _zod: { def } }: core.$ZodTypes): { key: string; schema: core.$ZodTypes }[] {
  const inner = (schema: core.$ZodType) => fieldsIn(schema as core.$ZodTypes);
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape as Record<string, core.$ZodTypes>).flatMap(([key, schema]) =>
        /vat_?id$/i.test(key) ? [{ key, schema }] : inner(schema),
      );
    case 'array':
      return inner(def.element);
    case 'union':
      return def.options.flatMap(inner);
    case 'optional':
    case 'nullable':
    case 'default':
      return inner(def.innerType);
    case 'pipe':
      return inner(def.in);
    default:
      return [];
  }
}
