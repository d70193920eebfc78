import { photoPage } from '@keepsake/contracts/library/photos';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { compileSchema } from './mount-routes.ts';

const photo = {
  imageId: '01900000-0000-7000-8000-000000000001',
  uploadId: 'a',
  localFileName: 'a.jpg',
  url: '/a',
  untouchedUrl: '/b',
  created: '2026-06-15T10:00:00.000Z',
  dateTaken: undefined,
  thumbnails: [{ id: 300, url: '/300', width: 300, height: 200 }],
  thumbnailState: 'success',
};

test('a compiled schema returns what the schema returns, without unknown keys', () => {
  const page = { cursor: null, images: [{ ...photo, secret: 'a key' }] };
  const compiled = z.parse(compileSchema(photoPage), page);
  expect(compiled).toEqual(z.parse(photoPage, page));
  expect(JSON.stringify(compiled)).not.toContain('a key');
});

test('a compiled schema refuses what the schema refuses, and says where', () => {
  const page = { cursor: null, images: [{ ...photo, thumbnails: [{ id: 301, url: 7 }], created: 'today' }] };
  const [compiled, plain] = [compileSchema(photoPage), photoPage].map((schema) => z.safeParse(schema, page));
  expect(compiled?.error?.issues.map(({ path }) => path)).toEqual(
    plain?.error?.issues.map(({ path }) => path),
  );
  expect(compiled?.success).toBe(false);
});

test('checks of an object as a whole still count', () => {
  const schema = z.object({ a: z.int() }).check(z.refine(({ a }) => a > 1));
  expect(z.safeParse(compileSchema(schema), { a: 1 }).success).toBe(false);
});
