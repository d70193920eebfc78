import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { allEndpoints } from '../all-endpoints.fixture.ts';
import { getAlbums } from '../library/albums.ts';
import { instant } from './fields.ts';
import { sentInstant } from './sent-instant.ts';

/** One instant as the libraries of senders print it. */
const SPELLINGS: Record<string, [sent: string, read: string]> = {
  "JavaScript's toISOString": ['2026-11-15T09:59:00.120Z', '2026-11-15T09:59:00.120Z'],
  "PHP's date('c')": ['2026-11-15T09:59:00+00:00', '2026-11-15T09:59:00Z'],
  "PHP's DATE_ISO8601": ['2026-11-15T10:59:00+0100', '2026-11-15T09:59:00Z'],
  "Python's isoformat": ['2026-11-15T09:59:00.120001+00:00', '2026-11-15T09:59:00.120001Z'],
  "Python's str": ['2026-11-15 09:59:00+00:00', '2026-11-15T09:59:00Z'],
  "a local DateTime of .NET's": ['2026-11-15T10:59:00.1234567+01:00', '2026-11-15T09:59:00.1234567Z'],
  "Java's OffsetDateTime": ['2026-11-15T09:59+05:30', '2026-11-15T04:29:00Z'],
  "Java's Instant": ['2026-11-15T09:59:00.123456789Z', '2026-11-15T09:59:00.123456789Z'],
  "PostgreSQL's text": ['2026-11-15 09:59:00+00', '2026-11-15T09:59:00Z'],
  'small letters': ['2026-11-15t09:59:00z', '2026-11-15T09:59:00Z'],
  'west of Greenwich, across a year': ['2026-12-31T20:00:00-08:00', '2027-01-01T04:00:00Z'],
};

describe('an instant that a caller sends', () => {
  test.each(Object.entries(SPELLINGS))('is taken as %s writes it', (_who, [sent, read]) => {
    expect(z.parse(sentInstant, sent)).toBe(read);
    expect(z.parse(instant, read)).toBe(read);
  });

  test.each([
    ['without an offset, because its clock is unknown', '2026-11-15T09:59:00'],
    ['on a day that no month has', '2026-02-30T09:59:00+01:00'],
    ['at a time that no day has', '2026-11-15T24:00:00+01:00'],
    ['with a leap second', '2026-11-15T23:59:60Z'],
    ['with the offset of no place', '2026-11-15T09:59:00+24:00'],
    ['with the minutes of no offset', '2026-11-15T09:59:00+01:75'],
    ['that is in the year 0 elsewhere', '0001-01-01T00:00:00+01:00'],
    ['that is in the year 10000 elsewhere', '9999-12-31T23:59:59-01:00'],
    ['of .NET Framework', '/Date(1794736740000)/'],
    ['with nothing in it', ''],
  ])('is refused %s', (_why, sent) => expect(z.safeParse(sentInstant, sent).success).toBe(false));

  test('is documented as a date and time', () => {
    expect(z.toJSONSchema(sentInstant, { io: 'input', unrepresentable: 'any' })).toMatchObject({
      type: 'string',
      format: 'date-time',
    });
  });
});

type Schema = { _zod: { def: Record<string, unknown> } };
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** Paths of the instants in a schema that take no offset. */
function* findStrict(schema: unknown, path: string): Generator<string> {
  if (schema === sentInstant || !isSchema(schema)) return;
  const { def } = schema._zod;
  if (def.type === 'string' && def.format === 'datetime') yield path;
  for (const part of Object.values(def)) {
    if (isSchema(part)) yield* findStrict(part, path);
    else if (Array.isArray(part)) for (const each of part) yield* findStrict(each, path);
  }
  for (const [name, part] of Object.entries((def.shape ?? {}) as object))
    yield* findStrict(part, `${path}.${name}`);
}

describe('the calls of the contract', () => {
  test('take every instant with any offset', () => {
    expect(allEndpoints.length).toBeGreaterThan(150);
    const strict = allEndpoints.flatMap(({ name, params, query, body }) =>
      Object.entries({ params, query, body }).flatMap(([part, schema]) => [
        ...findStrict(schema, `${name}.${part}`),
      ]),
    );
    expect(strict).toEqual([]);
    expect([...findStrict(getAlbums.response, 'response')].length, 'the walk finds instants').toBeGreaterThan(
      0,
    );
  });
});
