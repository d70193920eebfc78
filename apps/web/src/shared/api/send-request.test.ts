import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { randomUuid } from './send-request.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('an id is created without APIs that browsers restrict to https [API-07]', () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  expect(crypto.randomUUID).toBeUndefined();
  const ids = Array.from({ length: 1000 }, randomUuid);
  for (const id of ids) expect(z.uuid({ version: 'v4' }).safeParse(id).success, id).toBe(true);
  expect(new Set(ids).size).toBe(1000);
});

test.each([
  [0x00, '00000000-0000-4000-8000-000000000000'],
  [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
])('version and variant are set whatever the random bytes: %i', (byte, id) => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(
    (array) => (array as Uint8Array).fill(byte) as never,
  );
  expect(randomUuid()).toBe(id);
});
