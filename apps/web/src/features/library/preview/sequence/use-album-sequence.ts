import { useMemo } from 'react';
import type { PhotoSource } from '../../photos/photo-source.ts';
import { createAlbumSource } from '../../sources/album-source.ts';
import {
  ALBUM_SECTION,
  albumPhotosSort,
  albumSections,
  albumViewOf,
  sharedAlbumPhotosSort,
  sharedAlbumViewOf,
} from '../../sources/album-view.ts';
import { createSharedAlbumSource } from '../../sources/shared-album-source.ts';
import type { PreviewSequence } from './preview-sequence.ts';
import { useSectionSequence } from './use-section-sequence.ts';

/** A photo of an album. */
export type AlbumPhoto = {
  albumId: string;
  photoId: string;
  photosCount: number;
};

/** The photos of one of the customer's albums. */
export function useAlbumSequence(asked: AlbumPhoto): PreviewSequence {
  const { albumId } = asked;
  const sort = albumPhotosSort.use();
  const source = useMemo(() => createAlbumSource(albumId, sort), [albumId, sort]);
  return useOneSection(asked, albumViewOf(albumId), source);
}

/** The photos of an album that is shared. */
export function useSharedAlbumSequence(asked: AlbumPhoto): PreviewSequence {
  const { albumId } = asked;
  const sort = sharedAlbumPhotosSort.use();
  const source = useMemo(() => createSharedAlbumSource(albumId, sort), [albumId, sort]);
  return useOneSection(asked, sharedAlbumViewOf(albumId), source);
}

function useOneSection({ albumId, photoId, photosCount }: AlbumPhoto, view: string, source: PhotoSource) {
  const sections = useMemo(() => albumSections(photosCount), [photosCount]);
  return useSectionSequence({ photoId, view, source, sections, sectionKey: ALBUM_SECTION, albumId });
}
