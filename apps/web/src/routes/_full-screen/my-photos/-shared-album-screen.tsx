import { useDownloadAction } from '#/features/library/downloads/download-action.tsx';
import { useShareAction } from '#/features/library/downloads/share-action.tsx';
import { AlbumSkeleton, SharedAlbumPhotos } from '#/features/library/photos/album-photos.tsx';
import { SharedAlbumPage } from '#/features/library/shared-albums/shared-album-page.tsx';
import { useUnavailableActions } from '#/features/library/shared-albums/unavailable-actions.tsx';
import type { PhotoAction } from '#/shared/extension-points.ts';

/** A shared album with its photos. */
export function SharedAlbumScreen({ albumId }: { albumId: string }) {
  const actions = useSharedAlbumActions();
  return (
    <SharedAlbumPage albumId={albumId} waiting={<AlbumSkeleton />}>
      {(album) => <SharedAlbumPhotos key={albumId} album={album} actions={actions} />}
    </SharedAlbumPage>
  );
}

/** Only downloading is on [SHA-06], and where a phone can, sharing. */
export function useSharedAlbumActions(): PhotoAction[] {
  return [useDownloadAction(), ...useShareAction(), ...useUnavailableActions()];
}
