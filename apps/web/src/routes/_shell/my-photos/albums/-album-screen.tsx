import type { Album } from '@keepsake/contracts/library/albums';
import { Navigate } from '@tanstack/react-router';
import { usePrintOrderAction } from '#/features/creations/print-orders/print-order-action.tsx';
import { AddToAlbumButton, EmptyAlbum } from '#/features/library/albums/add-to-album-button.tsx';
import { AlbumPage } from '#/features/library/albums/album-page.tsx';
import { useCopyToAlbumAction } from '#/features/library/albums/copy-to-album-action.tsx';
import { useRemoveFromAlbumAction } from '#/features/library/albums/remove-from-album-action.tsx';
import { deletePhotosDialog, useIsDeletionPermitted } from '#/features/library/deletion/delete-action.tsx';
import { useDownloadAction } from '#/features/library/downloads/download-action.tsx';
import { useShareAction } from '#/features/library/downloads/share-action.tsx';
import { AlbumPhotos, AlbumSkeleton } from '#/features/library/photos/album-photos.tsx';
import { openAlbumImport } from '#/features/library/uploads/open-import.ts';
import type { PhotoAction } from '#/shared/extension-points.ts';
import { useFlag } from '#/shared/flags.tsx';
import { isStripped } from '#/shared/layout.ts';

/** The page of an album, with other features' actions for its photos. */
export function AlbumScreen({ albumId }: { albumId: string }) {
  return (
    <AlbumPage albumId={albumId} waiting={<AlbumSkeleton />}>
      {(album) => <Contents key={album.albumId} album={album} />}
    </AlbumPage>
  );
}

/** The album's photos; a shared album has its own screen [ALD-21]. */
function Contents({ album }: { album: Album }) {
  const { albumId, albumName, photosCount } = album;
  const hasSharedView = useFlag('PhotoManagementSharedAlbumsViewEnabled');
  const orderPrints = usePrintOrderAction();
  const actions = useAlbumActions(album);
  if (album.isShared && hasSharedView) {
    return <Navigate to="/my-photos/shared-albums/$albumId" params={{ albumId }} replace />;
  }
  const onUpload = () => openAlbumImport({ albumId, name: albumName });
  if (photosCount === 0) return <EmptyAlbum albumId={albumId} onUpload={onUpload} />;
  return (
    <AlbumPhotos
      album={album}
      actions={orderPrints ? [orderPrints, ...actions] : actions}
      wholeAction={isStripped() ? null : orderPrints}
      controls={<AddToAlbumButton albumId={albumId} onUpload={onUpload} />}
    />
  );
}

/** Actions for photos of an album, in its bar and its preview [ALD-17 to ALD-19]. */
export function useAlbumActions(album: Album): PhotoAction[] {
  const isPermitted = useIsDeletionPermitted();
  const deletePhotos: Parameters<typeof useRemoveFromAlbumAction>[0]['deletePhotos'] = (chosen, onDone) =>
    deletePhotosDialog.open({ photoIds: chosen.photoIds, onDone });
  const remove = useRemoveFromAlbumAction({ album, deletePhotos: isPermitted ? deletePhotos : undefined });
  const actions = [useDownloadAction(), ...useShareAction(), useCopyToAlbumAction(), remove];
  return actions.filter((action) => action !== null);
}
