import type { Album } from '@keepsake/contracts';
import { createStoredValue } from '#/shared/storage.ts';
import type { SourceSection } from '../photos/photo-source.ts';
import { parseSort, type SortView, sortStorageKey } from '../sort/sort-setting.ts';

/** The one section of an album. */
export const ALBUM_SECTION = 'photos';

/** What tells the photos of an album from those that were in it before. */
export type AlbumVersion = Pick<Album, 'albumId' | 'photosCount' | 'updated'>;

/** An album's photos as sections. */
export const albumSections = ({ photosCount, updated }: AlbumVersion): SourceSection[] =>
  photosCount > 0 ? [{ key: ALBUM_SECTION, count: photosCount, version: updated }] : [];

/** Names of the views whose photos outlive their screens. */
export const albumViewOf = (albumId: string) => `album ${albumId}`;
export const sharedAlbumViewOf = (albumId: string) => `shared-album ${albumId}`;

const createSort = (view: SortView) =>
  createStoredValue({
    key: sortStorageKey(view),
    parse: (saved) => parseSort(saved, view),
    format: JSON.stringify,
  });

/** The sort of all albums' photos, and of all shared albums', each remembered of its own [SRT-01]. */
export const albumPhotosSort = createSort('albumPhotos');
export const sharedAlbumPhotosSort = createSort('sharedAlbumPhotos');
