import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allEndpoints } from './all-endpoints.fixture.ts';
import { sampleOf } from './platform/sample.ts';

describe('the sample of each call', () => {
  test.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s fits its schemas',
    (_name, endpoint) => {
      const { params, query, body } = sampleOf(endpoint);
      const sent = [
        { schema: endpoint.params, value: params },
        { schema: endpoint.query, value: query ?? {} },
        { schema: endpoint.body, value: body },
      ];
      for (const { schema, value } of sent)
        if (schema) expect(z.safeParse(schema, value).error?.issues).toBeUndefined();
    },
  );

  test('names every parameter of the path', () => {
    for (const { path, ...endpoint } of allEndpoints) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(sampleOf(endpoint).params ?? {}).toSorted(), endpoint.name).toEqual(
        named.toSorted(),
      );
    }
  });
});

test('a customer’s call with the token of a mail tells another account’s link from an unknown one', () => {
  const withToken = allEndpoints.filter(
    ({ path, access = 'customer' }) => access === 'customer' && path.includes('/{token}'),
  );
  expect(withToken.map(({ name }) => name)).toContain('confirmEmailChange');
  for (const { name, problems } of withToken) expect(problems, name).toContain('another-account');
});
