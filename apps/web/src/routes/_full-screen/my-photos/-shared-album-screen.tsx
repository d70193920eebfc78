import { useDownloadAction } from '#/features/downloads/download-action.tsx';
import { SharedAlbumPhotos } from '#/features/library/album/shared-album-photos.tsx';
import { SharedAlbumPage } from '#/features/shared-albums/shared-album-page.tsx';
import { useUnavailableActions } from '#/features/shared-albums/unavailable-actions.tsx';
import type { PhotoAction } from '#/shared/photo-actions/photo-action.ts';

/** A shared album with its photos. */
export function SharedAlbumScreen({ albumId }: { albumId: string }) {
  const actions = useSharedAlbumActions();
  return (
    <SharedAlbumPage albumId={albumId}>
      {({ photosCount }) => (
        <SharedAlbumPhotos key={albumId} albumId={albumId} photosCount={photosCount} actions={actions} />
      )}
    </SharedAlbumPage>
  );
}

/** Only downloading is on [SHA-06]. */
export function useSharedAlbumActions(): PhotoAction[] {
  return [useDownloadAction(), ...useUnavailableActions()];
}
