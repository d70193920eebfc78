import fc from 'fast-check';

/** What is used of JSON Schema. */
export type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

/** Texts on which servers stumble, those that one part of an address can carry. */
export const NASTY_IN_ADDRESSES = [
  '\0',
  '%',
  '__proto__',
  '-1',
  '1e309',
  '9'.repeat(25),
  '2026-02-30',
  '0000-00-00',
  '-'.repeat(36),
  'x'.repeat(1_900),
] as const;
/** The same and more. */
const NASTY_TEXTS = [
  ...NASTY_IN_ADDRESSES,
  '',
  ' ',
  'a\0b',
  '\ud800',
  '\u202e',
  '😀',
  '..',
  '../../etc/passwd',
  "' or 1=1 --",
  'constructor',
  'NaN',
  '٣',
  '9999-12-31T23:59:59.999Z',
  ',',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(3_000),
];
export const nastyText = fc.constantFrom(...NASTY_TEXTS);
const nasty: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.jsonValue(),
  fc.constantFrom(-1, 2 ** 53, 1e308, 0.1),
);

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid(),
  date: fc.date({ noInvalidDate: true }).map((at) => at.toISOString().slice(0, 10)),
  'date-time': fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
};

/** Values of properties, by their names, that exist in the installation: without them most requests end at the first check. */
export type Examples = Readonly<Record<string, unknown>>;

/** Values that mostly fit a JSON Schema; about one part in ten is something else. */
export function arbitraryOfSchema(schema: Schema, examples: Examples = {}): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: fitting(schema, examples), weight: 9 }, { arbitrary: nasty, weight: 1 });
}

/** The same for several named values. */
export function arbitrariesOf(properties: Record<string, Schema>, examples: Examples) {
  const entries = Object.entries(properties).map(([name, schema]) => {
    const existing = Object.hasOwn(examples, name)
      ? [{ arbitrary: fc.constant(examples[name]), weight: 3 }]
      : [];
    return [
      name,
      fc.oneof(...existing, { arbitrary: arbitraryOfSchema(schema, examples), weight: 1 }),
    ] as const;
  });
  return Object.fromEntries(entries);
}

function fitting(schema: Schema, examples: Examples): fc.Arbitrary<unknown> {
  const { type, items = {}, anyOf, oneOf = anyOf, properties = {}, required = [] } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (oneOf) return fc.oneof(...oneOf.map((each) => arbitraryOfSchema(each, examples)));
  switch (type) {
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(arbitraryOfSchema(items, examples), { maxLength: 3 });
    case 'object': {
      const model = arbitrariesOf(properties, examples);
      const requiredKeys = required.filter((name) => Object.hasOwn(model, name));
      return fc
        .tuple(moreOf(schema, examples), fc.record(model, { requiredKeys }))
        .map(([more, own]) => ({ ...more, ...own }));
    }
    default:
      return nasty;
  }
}

/** Properties with names of the caller's own, where a schema admits them. */
function moreOf({ additionalProperties: more }: Schema, examples: Examples): fc.Arbitrary<object> {
  if (typeof more !== 'object') return fc.constant({});
  const value = fc.oneof(arbitraryOfSchema(more, examples), nastyText);
  return fc.dictionary(fc.oneof(fc.string(), nastyText), value, { maxKeys: 3, noNullPrototype: true });
}

function numberOf({ minimum = -1_000, maximum = 10_000 }: Schema): fc.Arbitrary<number> {
  return fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) });
}

function textOf({ pattern, format = '' }: Schema): fc.Arbitrary<unknown> {
  const existing = FORMATS[format];
  if (existing) return existing;
  const anyText = fc.string({ unit: 'grapheme', maxLength: 40 });
  if (!pattern) return anyText;
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    // fast-check cannot generate look-aheads and properties of characters.
    return anyText;
  }
}
