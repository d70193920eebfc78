import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { limit } from './fields.ts';
import { MAX_PAGE_SIZE } from './limits.ts';

describe('the page limit of every call that pages', () => {
  test.each([1, '24', MAX_PAGE_SIZE])('%s is one [PHO-11]', (requested) =>
    expect(z.parse(limit, requested)).toBe(Number(requested)),
  );
  test.each([
    0,
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '0',
    '-1',
    '1.5',
    'ten',
    '',
    MAX_PAGE_SIZE + 1,
  ])('%s is refused [PHO-11]', (requested) => expect(z.safeParse(limit, requested).success).toBe(false));
});
