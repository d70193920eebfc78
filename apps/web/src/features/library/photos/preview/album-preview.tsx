import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import type { PhotoAction } from '#/shared/extension-points.ts';
import {
  ALBUM_SECTION,
  type AlbumVersion,
  albumPhotosSort,
  albumSections,
  albumViewOf,
  createAlbumSource,
  createSharedAlbumSource,
  sharedAlbumPhotosSort,
  sharedAlbumViewOf,
} from '../album-source.ts';
import type { PhotoSource } from '../store/photo-source.ts';
import { PreviewScreen } from './preview-screen.tsx';
import type { PreviewSequence } from './sequence/preview-sequence.ts';
import { useSectionSequence } from './sequence/use-section-sequence.ts';
import { usePreviewAddress, usePreviewExits, useRememberViewed } from './use-preview-address.ts';

type Props = {
  album: AlbumVersion;
  photoId: string;
  actions: readonly PhotoAction[];
};

type Kind = {
  /** Where the album itself is. */
  folder: string;
  viewOf: (albumId: string) => string;
  useSequence: (asked: AlbumPhoto) => PreviewSequence;
  isShared: boolean;
};

const OWN: Kind = {
  folder: '/my-photos/albums',
  viewOf: albumViewOf,
  useSequence: useAlbumSequence,
  isShared: false,
};
const SHARED: Kind = {
  folder: '/my-photos/shared-albums',
  viewOf: sharedAlbumViewOf,
  useSequence: useSharedAlbumSequence,
  isShared: true,
};

/** A photo of one of the customer's albums. */
export function AlbumPreview(props: Props) {
  return <OneAlbumPreview {...props} kind={OWN} />;
}

/** A photo of an album that is shared. */
export function SharedAlbumPreview(props: Props) {
  return <OneAlbumPreview {...props} kind={SHARED} />;
}

function OneAlbumPreview({ album, photoId, actions, kind }: Props & { kind: Kind }) {
  const { albumId } = album;
  const { folder, viewOf, useSequence, isShared } = kind;
  const listHref = `${folder}/${albumId}`;
  const hrefOf = (id: string) => `${listHref}/preview/${id}`;
  const address = usePreviewAddress({ photoId, hrefOf, listHref });
  const sequence = useSequence({ album, photoId: address.shownId });
  usePreviewExits(sequence, { missing: '/my-photos/albums', empty: '/my-photos/photos' });
  useRememberViewed(viewOf(albumId), sequence.photo?.imageId);
  return (
    <PreviewScreen
      sequence={sequence}
      address={address}
      actions={actions}
      sharedAlbumId={isShared ? albumId : undefined}
    />
  );
}

/** A photo of an album. */
type AlbumPhoto = { album: AlbumVersion; photoId: string };

/** The photos of one of the customer's albums. */
function useAlbumSequence(asked: AlbumPhoto): PreviewSequence {
  const { albumId } = asked.album;
  const sort = albumPhotosSort.use();
  const source = useMemo(() => createAlbumSource(albumId, sort), [albumId, sort]);
  return useOneSection(asked, albumViewOf(albumId), source);
}

/** The photos of an album that is shared. */
function useSharedAlbumSequence(asked: AlbumPhoto): PreviewSequence {
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

type AlbumPreviewWaitingProps = { error: unknown; onRetry: () => void };

const ALBUMS = '/my-photos/albums';

/** What stands while the album of a photo is on its way, or did not come; one that is not there leads to the list. */
export function AlbumPreviewWaiting({ error, onRetry }: AlbumPreviewWaitingProps) {
  const navigate = useNavigate();
  const isGone = error instanceof ApiProblem && error.status === 404;
  const status = isGone ? 'missing' : error ? 'failed' : 'loading';
  usePreviewExits({ status, error }, { missing: ALBUMS, empty: ALBUMS });
  const sequence: PreviewSequence = {
    status,
    photo: undefined,
    hasLeft: false,
    previous: null,
    next: null,
    beyond: [],
    selectedIn: undefined,
    position: undefined,
    error,
    retry: onRetry,
  };
  const close = () => void navigate({ href: ALBUMS, replace: true });
  return <PreviewScreen sequence={sequence} address={{ shownId: '', show: close, close }} actions={[]} />;
}
