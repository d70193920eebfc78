import { expect, test } from 'vitest';
import { checkStoredBytes } from './stored-bytes.ts';

const SERVER = 'apps/server/src';
const check = (text: string, file: string) => checkStoredBytes(new Map([[`${SERVER}/${file}`, text]]));

test.each([
  'await objects.putFile(key, file);',
  'const { putBytes } = deps.objects;',
  "type Store = Pick<ObjectStore, 'putBytes'>;",
])('a module must not write to the store itself: %s', (code) =>
  expect(check(`\n${code}`, 'modules/orders/invoices/put-pdf.ts')).toEqual([
    expect.stringContaining(`${SERVER}/modules/orders/invoices/put-pdf.ts:2: `),
  ]),
);

test('whoever has the key in a row of their own may, and so may tests', () => {
  const code = 'await objects.putFile(key, file);';
  expect(check(code, 'platform/objects/pending-objects.ts')).toEqual([]);
  expect(check(code, 'modules/library/uploads/put-issued.ts')).toEqual([]);
  expect(check(code, 'modules/library/photos/make-thumbnails.ts')).toEqual([]);
  expect(check(code, 'modules/library/photos/media.test.ts')).toEqual([]);
});
