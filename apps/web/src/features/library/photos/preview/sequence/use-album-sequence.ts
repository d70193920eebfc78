import { useMemo } from 'react';
import type { PhotoSource } from '../../photos/photo-source.ts';
import { createAlbumSource } from '../../sources/album-source.ts';
import {
  ALBUM_SECTION,
  type AlbumVersion,
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
export type AlbumPhoto = { album: AlbumVersion; photoId: string };

/** The photos of one of the customer's albums. */
export function useAlbumSequence(asked: AlbumPhoto): PreviewSequence {
  const { albumId } = asked.album;
  const sort = albumPhotosSort.use();
  const source = useMemo(() => createAlbumSource(albumId, sort), [albumId, sort]);
  return useOneSection(asked, albumViewOf(albumId), source);
}

/** The photos of an album that is shared. */
export function useSharedAlbumSequence(asked: AlbumPhoto): PreviewSequence {
  const { albumId } = asked.album;
  const sort = sharedAlbumPhotosSort.use();
  const source = useMemo(() => createSharedAlbumSource(albumId, sort), [albumId, sort]);
  return useOneSection(asked, sharedAlbumViewOf(albumId), source);
}

function useOneSection({ album, photoId }: AlbumPhoto, view: string, source: PhotoSource) {
  const sections = useMemo(() => albumSections(album), [album]);
  const { albumId } = album;
  return useSectionSequence({ photoId, view, source, sections, sectionKey: ALBUM_SECTION, albumId });
}
