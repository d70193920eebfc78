import { expect, test } from 'vitest';
import { safeReturnPath } from './return-path.ts';

const ORIGIN = 'https://photos.example';

test('a page is returned to with its query and fragment', () => {
  expect(safeReturnPath('/my-photos/photos?sort=created#2024-07', ORIGIN)).toBe(
    '/my-photos/photos?sort=created#2024-07',
  );
});

test.each([
  'https://evil.example/',
  '//evil.example',
  'javascript:alert(1)',
  '/\\evil.example',
  '/signed-in?code=1',
  '/logout',
  undefined,
  7,
])('%s leads home instead', (wanted) => {
  expect(safeReturnPath(wanted, ORIGIN)).toBe('/');
});
