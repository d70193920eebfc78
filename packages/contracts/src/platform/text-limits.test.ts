import { expect, test } from 'vitest';
import { allEndpoints } from '../all-endpoints.fixture.ts';

type Def = {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  in?: Schema;
  out?: Schema;
  options?: readonly Schema[];
  left?: Schema;
  right?: Schema;
  valueType?: Schema;
  checks?: readonly { _zod: { def: { check: string } } }[];
};
type Schema = { _zod: { def: Def } };

const isLimited = ({ checks = [] }: Def) =>
  checks.some(({ _zod }) => ['max_length', 'length_equals', 'string_format'].includes(_zod.def.check));

/** The texts of a schema, by path, whose length is not checked before anything else is done with them. */
function findEndless(schema: Schema | undefined, path: string): string[] {
  if (!schema) return [];
  const { def } = schema._zod;
  switch (def.type) {
    case 'string':
      return isLimited(def) ? [] : [path];
    case 'object':
      return Object.entries(def.shape ?? {}).flatMap(([key, part]) => findEndless(part, `${path}.${key}`));
    case 'array':
      return findEndless(def.element, `${path}[]`);
    case 'union':
      return (def.options ?? []).flatMap((part) => findEndless(part, path));
    case 'intersection':
      return [def.left, def.right].flatMap((part) => findEndless(part, path));
    case 'record':
      return findEndless(def.valueType, `${path}{}`);
    case 'pipe':
      return findEndless(def.in, path);
    default:
      return findEndless(def.innerType, path);
  }
}

/** Those of them that are transformed. */
function findWorked(schema: Schema | undefined, path: string): string[] {
  if (!schema) return [];
  const { def } = schema._zod;
  if (def.type === 'pipe') return findEndless(schema, path);
  const parts: [Schema | undefined, string][] = [
    ...Object.entries(def.shape ?? {}).map(([key, part]): [Schema, string] => [part, `${path}.${key}`]),
    [def.element, `${path}[]`],
    [def.innerType, path],
    [def.left, path],
    [def.right, path],
    [def.valueType, `${path}{}`],
    ...(def.options ?? []).map((part): [Schema, string] => [part, path]),
  ];
  return parts.flatMap(([part, at]) => findWorked(part, at));
}

test('no text of a body is normalised before its length is checked', () => {
  const bodies = allEndpoints.flatMap(({ name, body }) =>
    body ? [[name, body as unknown as Schema] as const] : [],
  );
  expect(bodies.length).toBeGreaterThan(40);
  expect(bodies.flatMap(([name, body]) => findWorked(body, name))).toEqual([]);
});
