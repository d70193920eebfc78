import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newCustomerId } from '../testing/customer-ids.ts';
import { createCursors, keysetPage } from './paging.ts';
import { Problem } from './problem.ts';

const cursors = createCursors('a secret');
const [mira, noah] = [newCustomerId(), newCustomerId()];
const photos = { customerId: mira, list: 'photos by created' };

describe('a cursor', () => {
  test('returns to the very place it was created for', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string({ unit: 'grapheme' })), (name, place) => {
        const list = { customerId: mira, list: name };
        expect(cursors.decode(list, cursors.encode(list, place))).toEqual(place);
      }),
    );
  });

  test('is refused if it was changed, made up or signed by somebody else', () => {
    const cursor = cursors.encode(photos, ['2020-01-01 00:00:00', 'one']);
    const forged = Buffer.from(`["' or 1=1"]`).toString('base64url');
    const bad = [
      '',
      'x',
      `${cursor}x`,
      cursor.slice(0, -1),
      `A${cursor.slice(1)}`,
      'A'.repeat(16) + forged,
      cursor.slice(0, 16) + forged,
      createCursors('another').encode(photos, ['2020-01-01 00:00:00', 'one']),
    ];
    for (const changed of bad.filter((text) => text !== cursor)) {
      expect(() => cursors.decode(photos, changed), changed).toThrow(Problem);
    }
  });

  test('belongs to one list and one customer', () => {
    const cursor = cursors.encode(photos, ['x']);
    expect(() => cursors.decode({ ...photos, customerId: noah }, cursor)).toThrow(Problem);
    expect(() => cursors.decode({ ...photos, list: 'photos by name' }, cursor)).toThrow(Problem);
  });
});

describe('a page', () => {
  const rows = ['a', 'b', 'c', 'd'];
  const pageAfter = (cursor: string | undefined, limit: number) =>
    keysetPage({
      cursors,
      customerId: mira,
      list: 'letters',
      cursor,
      limit,
      read: async (after, count) => rows.filter((row) => !after || row > (after[0] ?? '')).slice(0, count),
      placeOf: (row) => [row],
    });

  test('is followed by the next until the list ends', async () => {
    const first = await pageAfter(undefined, 3);
    expect(first.rows).toEqual(['a', 'b', 'c']);
    const rest = await pageAfter(first.cursor ?? undefined, 3);
    expect(rest).toEqual({ rows: ['d'], cursor: null });
  });

  test('with all the rest is the last', async () => {
    expect(await pageAfter(undefined, 4)).toEqual({ rows, cursor: null });
  });
});
