import type { Album } from '@keepsake/contracts/library/albums';
import { createFileRoute } from '@tanstack/react-router';
import { usePrintOrderAction } from '#/features/creations/print-orders/index.ts';
import { useAlbum } from '#/features/library/albums/index.ts';
import { AlbumPreview, AlbumPreviewWaiting } from '#/features/library/photo-preview/index.ts';
import { useTurnAction } from '#/features/library/turns/index.ts';
import { usePageAlbum } from '#/features/library/uploads/index.ts';
import { useAlbumActions } from '../../_shell/my-photos/albums/-album-screen.tsx';

/** Full-screen preview of a photo in an album [RTE-06, RTE-13]. */
export const Route = createFileRoute('/_full-screen/my-photos/albums/$albumId/preview/$photoId')({
  staticData: { flag: 'PhotoManagementAlbumViewEnabled' },
  component: AlbumPreviewRoute,
});

function AlbumPreviewRoute() {
  const { albumId, photoId } = Route.useParams();
  const { album, error, retry } = useAlbum(albumId);
  if (!album) return <AlbumPreviewWaiting error={error} onRetry={retry} />;
  return <KnownAlbumPreview album={album} photoId={photoId} />;
}

function KnownAlbumPreview({ album, photoId }: { album: Album; photoId: string }) {
  const orderPrints = usePrintOrderAction();
  // Before the last, which removes.
  const actions = useAlbumActions(album).toSpliced(-1, 0, useTurnAction());
  usePageAlbum({ albumId: album.albumId, name: album.albumName });
  return (
    <AlbumPreview
      album={album}
      photoId={photoId}
      actions={orderPrints ? [orderPrints, ...actions] : actions}
    />
  );
}
