import { expect, test } from 'vitest';
import { checkIdsSideBySide } from './ids-side-by-side.ts';

const STORE = 'apps/server/src/modules/library/albums/store.ts';
const check = (text: string, file = STORE) => checkIdsSideBySide(new Map([[file, text]]));

test.each([
  'function find(db: Database, albumId: string, photoId: string) {}',
  'const find = async (albumId: string, photoId: string | null) => null;',
  'type Albums = { find(albumId: string, photoId?: string): void };',
  'type Find = (orderCode: string, objectKey: string) => void;',
  'const move = (id: string, album: string) => null;',
])('two ids of the same type do not follow each other, unlike in %s', (code) => {
  expect(check(`\n${code}`)).toEqual([expect.stringMatching(`^${STORE}:2: .* can be swapped`)]);
});

test('ids of different types, ids apart from each other, objects, other texts and tests are exempt', () => {
  expect(check('function find(customerId: CustomerId, photoId: string) {}')).toEqual([]);
  expect(check('function find(albumId: string, limit: number, photoId: string) {}')).toEqual([]);
  expect(check('function find({ albumId, photoId }: { albumId: string; photoId: string }) {}')).toEqual([]);
  expect(check('function name(photoId: string, title: string) {}')).toEqual([]);
  expect(
    check('function find(albumId: string, photoId: string) {}', STORE.replace('.ts', '.test.ts')),
  ).toEqual([]);
});
