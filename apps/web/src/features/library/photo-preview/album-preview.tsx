import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { PhotoSource } from '#/features/library/photo-store/index.ts';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import {
  ALBUM_SECTION,
  type AlbumVersion,
  albumSections,
  albumViewOf,
  createAlbumSource,
  createSharedAlbumSource,
  sharedAlbumPhotosSort,
  sharedAlbumViewOf,
  useArrangement,
} from '#/features/library/photos/index.ts';
import { isGone } from '#/shared/api/api-problem.ts';
import { PreviewScreen } from './preview-screen.tsx';
import type { PreviewSequence } from './sequence/preview-sequence.ts';
import { useSectionSequence } from './sequence/use-section-sequence.ts';
import { usePreviewAddress, usePreviewExits, useRememberViewed } from './use-preview-address.ts';

const ALBUMS = '/my-photos/albums';

type Props = {
  album: AlbumVersion;
  photoId: string;
  actions: readonly PhotoAction[];
};

/** The differences between own and shared albums. */
type Kind = {
  /** Address of the albums. */
  folder: string;
  viewOf: (albumId: string) => string;
  /** Its photos as they are shown. */
  useSource: (album: AlbumVersion) => PhotoSource;
  isShared: boolean;
};

const OWN: Kind = {
  folder: ALBUMS,
  viewOf: albumViewOf,
  useSource: useOwnSource,
  isShared: false,
};
const SHARED: Kind = {
  folder: '/my-photos/shared-albums',
  viewOf: sharedAlbumViewOf,
  useSource: useSharedSource,
  isShared: true,
};

/** Preview of a photo in a customer's own album. */
export function AlbumPreview(props: Props) {
  return <OneAlbumPreview {...props} kind={OWN} />;
}

/** Preview of a photo in a shared album. */
export function SharedAlbumPreview(props: Props) {
  return <OneAlbumPreview {...props} kind={SHARED} />;
}

function OneAlbumPreview({ album, photoId, actions, kind }: Props & { kind: Kind }) {
  const { albumId } = album;
  const listHref = `${kind.folder}/${albumId}`;
  const hrefOf = (id: string) => `${listHref}/preview/${id}`;
  const address = usePreviewAddress({ photoId, hrefOf, listHref });
  const sequence = useAlbumSequence(album, address.shownId, kind);
  usePreviewExits(sequence, { missing: ALBUMS, empty: '/my-photos/photos' });
  useRememberViewed(kind.viewOf(albumId), sequence.photo?.imageId);
  return (
    <PreviewScreen
      sequence={sequence}
      address={address}
      actions={actions}
      sharedAlbumId={kind.isShared ? albumId : undefined}
    />
  );
}

function useAlbumSequence(album: AlbumVersion, photoId: string, kind: Kind): PreviewSequence {
  const { albumId } = album;
  const source = kind.useSource(album);
  const sections = useMemo(() => albumSections(album), [album]);
  const view = kind.viewOf(albumId);
  return useSectionSequence({
    photoId,
    view,
    source,
    sections,
    sectionKey: ALBUM_SECTION,
    scope: `album ${albumId}`,
  });
}

function useOwnSource(album: AlbumVersion): PhotoSource {
  const { albumId } = album;
  const shown = useArrangement(album);
  return useMemo(() => createAlbumSource(albumId, shown), [albumId, shown]);
}

function useSharedSource({ albumId }: AlbumVersion): PhotoSource {
  const sort = sharedAlbumPhotosSort.use();
  const client = useQueryClient();
  return useMemo(() => createSharedAlbumSource(albumId, sort, client), [albumId, sort, client]);
}

/** Shown while the album of a photo is loading or has failed to load; if the album does not exist, redirects to the albums. */
export function AlbumPreviewWaiting({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const navigate = useNavigate();
  const status = isGone(error) ? 'missing' : error ? 'failed' : 'loading';
  usePreviewExits({ status, error }, { missing: ALBUMS, empty: ALBUMS });
  const sequence: PreviewSequence = {
    status,
    photo: undefined,
    isGone: false,
    previous: null,
    next: null,
    beyond: [],
    nearby: [],
    selectedIn: undefined,
    position: undefined,
    error,
    retry: onRetry,
  };
  const close = () => void navigate({ href: ALBUMS, replace: true });
  return <PreviewScreen sequence={sequence} address={{ shownId: '', show: close, close }} actions={[]} />;
}
