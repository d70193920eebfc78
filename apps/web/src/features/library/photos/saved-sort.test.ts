import { describe, expect, it } from 'vitest';
import { parseSort, sortStorageKey } from './saved-sort.ts';

const photosDefault = { sortKey: 'dateTaken', sortOrder: 'desc' };

describe('parseSort', () => {
  it('[SRT-01] keeps a sort for each view', () => {
    const keys = (['photos', 'albumPhotos', 'sharedAlbumPhotos'] as const).map(sortStorageKey);
    expect(keys).toEqual(['sort:photos', 'sort:albumPhotos', 'sort:sharedAlbumPhotos']);
  });

  it.each([
    ['created', 'asc'],
    ['created', 'desc'],
    ['dateTaken', 'asc'],
    ['dateTaken', 'desc'],
  ])('[SRT-02][SRT-04] accepts %s %s', (sortKey, sortOrder) => {
    expect(parseSort(JSON.stringify({ sortKey, sortOrder }), 'photos')).toEqual({ sortKey, sortOrder });
  });

  it('[SRT-03] reads uploaded as created', () => {
    const saved = JSON.stringify({ sortKey: 'uploaded', sortOrder: 'asc' });
    expect(parseSort(saved, 'photos')).toEqual({ sortKey: 'created', sortOrder: 'asc' });
  });

  it('[SRT-05] sorts photos by date taken, newest first, by default', () => {
    expect(parseSort(null, 'photos')).toEqual(photosDefault);
  });

  it.each([
    '{',
    '[]',
    'null',
    '"x"',
    '{"sortKey":"name","sortOrder":"asc"}',
    '{"sortKey":"created","sortOrder":"up"}',
    '{}',
  ])('[SRT-08] falls back to the default of the view for %s', (saved) => {
    expect(parseSort(saved, 'photos')).toEqual(photosDefault);
    expect(parseSort(saved, 'albumPhotos')).toEqual({ sortKey: 'created', sortOrder: 'desc' });
  });
});
