import { describe, expect, test } from 'vitest';
import { parseSort, sortStorageKey } from './saved-sort.ts';

const photosDefault = { sortKey: 'dateTaken', sortOrder: 'desc' };

describe('parseSort', () => {
  test('keeps a sort for each view [SRT-01]', () => {
    const keys = (['photos', 'albumPhotos', 'sharedAlbumPhotos'] as const).map(sortStorageKey);
    expect(keys).toEqual(['sort:photos', 'sort:albumPhotos', 'sort:sharedAlbumPhotos']);
  });

  test.each([
    ['created', 'asc'],
    ['created', 'desc'],
    ['dateTaken', 'asc'],
    ['dateTaken', 'desc'],
  ])('accepts %s %s [SRT-02][SRT-04]', (sortKey, sortOrder) => {
    expect(parseSort(JSON.stringify({ sortKey, sortOrder }), 'photos')).toEqual({ sortKey, sortOrder });
  });

  test('reads uploaded as created [SRT-03]', () => {
    const saved = JSON.stringify({ sortKey: 'uploaded', sortOrder: 'asc' });
    expect(parseSort(saved, 'photos')).toEqual({ sortKey: 'created', sortOrder: 'asc' });
  });

  test('sorts photos by date taken, newest first, by default [SRT-05]', () => {
    expect(parseSort(null, 'photos')).toEqual(photosDefault);
  });

  test.each([
    '{',
    '[]',
    'null',
    '"x"',
    '{"sortKey":"name","sortOrder":"asc"}',
    '{"sortKey":"created","sortOrder":"up"}',
    '{}',
  ])('falls back to the default of the view for %s [SRT-08]', (saved) => {
    expect(parseSort(saved, 'photos')).toEqual(photosDefault);
    expect(parseSort(saved, 'albumPhotos')).toEqual({ sortKey: 'created', sortOrder: 'desc' });
  });
});
