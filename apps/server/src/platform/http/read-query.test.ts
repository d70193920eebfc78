import { parse } from 'node:querystring';
import { allEndpoints } from '@keepsake/contracts/all-endpoints.fixture';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createQueryReader, declaredIn } from './read-query.ts';

const read = createQueryReader(
  z.object({
    ids: z.optional(z.array(z.string())),
    parts: z._default(z.array(z.string()), []),
    Limit: z.optional(z.string()),
  }),
);

describe('a query', () => {
  test.each([
    ['ids=a', { ids: ['a'] }],
    ['ids=a,b&ids=c', { ids: ['a', 'b', 'c'] }],
    ['ids[]=a&ids[]=b,c', { ids: ['a', 'b', 'c'] }],
    ['ids%5B0%5D=a&ids%5B1%5D=b', { ids: ['a', 'b'] }],
    ['ids=', { ids: [] }],
    ['ids[]=', { ids: [] }],
    ['limit=5&IDS[]=a', { Limit: '5', ids: ['a'] }],
    ['_=1763&utm_source=mail&__proto__=x', {}],
  ])('%s is read', (query, values) => expect(read(parse(query))).toEqual(values));

  test.each([
    ...[
      'Limit[]=5',
      'Limit=5&limit=6',
      'Limit=5&Limit=6',
      'ids[x]=a',
      'invoiceIds=a',
      'invoiceId=a',
      'part=a',
      'Lim=5',
    ],
    // A list narrows the answer: whatever else is meant to is not ignored either.
    ...['selected=a', 'invoice=a'],
  ])('%s is refused rather than ignored', (query) =>
    expect(() => read(parse(query))).toThrow('The request is not valid'),
  );
});

describe('every query of the contract', () => {
  const queries = allEndpoints.flatMap(({ name, query }) => (query ? [{ name, query }] : []));
  const parameters = queries.flatMap(({ name, query }) =>
    [...declaredIn(query)].map(([parameter, isList]): [string, string, boolean, z.ZodMiniType] => [
      name,
      parameter,
      isList,
      query,
    ]),
  );

  test('reads each of its parameters in any case, and ignores none that is spelled otherwise', () => {
    expect(parameters.length).toBeGreaterThan(50);
    for (const [call, name, isList, query] of parameters) {
      const readIt = createQueryReader(query);
      const value = isList ? ['1'] : '1';
      for (const existing of [name, name.toLowerCase(), name.toUpperCase()])
        expect(readIt({ [existing]: '1' }), `${call} ${existing}`).toEqual({ [name]: value });
      const unread = [`${name}[x]`, `${name}[0][]`, `${name}.0`, `${name}_`, `x-${name}`];
      for (const key of isList ? unread : [...unread, `${name}[]`, `${name}[0]`])
        expect(() => readIt({ [key]: '1' }), `${call} ${key}`).toThrow('The request is not valid');
    }
  });

  test('declares lists as arrays, and no text with separators of its own', () => {
    for (const [call, name, isList, query] of parameters) {
      if (!isList) expect(separatorsIn(query, name), `${call} ${name}`).toEqual([]);
    }
    const old = z.object({ ids: z.optional(z.string().check(z.regex(/^[a-z]{1,9}(,[a-z]{1,9}){0,49}$/))) });
    expect(separatorsIn(old, 'ids')).toEqual([',']);
  });
});

/** Commas and semicolons that a parameter's patterns allow. */
function separatorsIn(query: z.ZodMiniType, name: string): string[] {
  const { properties } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  const patterns = JSON.stringify(properties?.[name] ?? {}).matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g);
  return [...patterns].flatMap(
    ([, pattern = '']) => pattern.replace(/\{\d+,?\d*\}/g, '').match(/[,;]/g) ?? [],
  );
}
