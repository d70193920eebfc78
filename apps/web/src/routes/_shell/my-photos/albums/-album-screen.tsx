import type { Album } from '@keepsake/contracts/library/albums';
import { Navigate } from '@tanstack/react-router';
import { usePrintOrderAction } from '#/features/creations/print-orders/index.ts';
import {
  AddToAlbumButton,
  AlbumPage,
  DeleteAlbum,
  EmptyAlbum,
  useCopyToAlbumAction,
  useCoverAction,
  useMoveAction,
  useRemoveFromAlbumAction,
} from '#/features/library/albums/index.ts';
import { drawMarks, useChangeDateAction } from '#/features/library/dates/index.ts';
import { deletePhotosDialog, useIsDeletionPermitted } from '#/features/library/deletion/index.ts';
import { useDownloadAction, useShareAction } from '#/features/library/downloads/index.ts';
import { useFavouriteAction } from '#/features/library/favourites/index.ts';
import { OverPhotos } from '#/features/library/photo-grid/index.ts';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { AlbumPhotos, AlbumSkeleton } from '#/features/library/photos/index.ts';
import { useSameMomentAction } from '#/features/library/same-moment/index.ts';
import { useTurnSelectionAction } from '#/features/library/turns/index.ts';
import { openAlbumImport, usePageAlbum } from '#/features/library/uploads/index.ts';
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
  const others = [useTurnSelectionAction(), useSameMomentAction(albumId)];
  const move = useMoveAction(album);
  const moving = photosCount > 1 && !album.isShared ? [move] : [];
  const actions = [...useAlbumActions(album), ...others, ...moving];
  usePageAlbum({ albumId, name: albumName });
  if (album.isShared && hasSharedView) {
    return <Navigate to="/my-photos/shared-albums/$albumId" params={{ albumId }} replace />;
  }
  const onUpload = () => openAlbumImport({ albumId, name: albumName });
  if (photosCount === 0) return <EmptyAlbum albumId={albumId} onUpload={onUpload} />;
  return (
    <OverPhotos value={drawMarks}>
      <AlbumPhotos
        album={album}
        actions={orderPrints ? [orderPrints, ...actions] : actions}
        wholeAction={isStripped() ? null : orderPrints}
        controls={<AddToAlbumButton albumId={albumId} onUpload={onUpload} />}
        menu={<DeleteAlbum album={album} />}
      />
    </OverPhotos>
  );
}

/** Actions for photos of an album, in its bar and its preview [ALD-17 to ALD-19]. */
export function useAlbumActions(album: Album): PhotoAction[] {
  const isPermitted = useIsDeletionPermitted();
  const deletePhotos: Parameters<typeof useRemoveFromAlbumAction>[0]['deletePhotos'] = (chosen, onDone) =>
    deletePhotosDialog.open({ photoIds: chosen.photoIds, onDone });
  const remove = useRemoveFromAlbumAction({ album, deletePhotos: isPermitted ? deletePhotos : undefined });
  const out = [useDownloadAction(), ...useShareAction()];
  const rare = [useChangeDateAction(), useCoverAction(album)];
  const actions = [...out, useCopyToAlbumAction(), ...rare, useFavouriteAction(), remove];
  return actions.filter((action) => action !== null);
}
