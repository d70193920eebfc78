import type { PhotoAction } from '#/shared/extension-points.ts';
import { type AlbumVersion, albumViewOf, sharedAlbumViewOf } from '../sources/album-view.ts';
import { PreviewScreen } from './preview-screen.tsx';
import type { PreviewSequence } from './sequence/preview-sequence.ts';
import { type AlbumPhoto, useAlbumSequence, useSharedAlbumSequence } from './sequence/use-album-sequence.ts';
import { usePreviewAddress } from './use-preview-address.ts';
import { usePreviewExits } from './use-preview-exits.ts';
import { useRememberViewed } from './use-remember-viewed.ts';

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
