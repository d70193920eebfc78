import { createFileRoute } from '@tanstack/react-router';
import { AlbumPreviewWaiting, SharedAlbumPreview } from '#/features/library/photo-preview/index.ts';
import { useSharedAlbum } from '#/features/library/shared-albums/index.ts';
import { useReadOnlyPageAlbum } from '#/features/library/uploads/index.ts';
import { useSharedAlbumActions } from './-shared-album-screen.tsx';

/** Full-screen preview of a photo in a shared album [RTE-08, RTE-14]. */
export const Route = createFileRoute('/_full-screen/my-photos/shared-albums/$albumId/preview/$photoId')({
  staticData: { flag: 'PhotoManagementSharedAlbumsViewEnabled' },
  component: SharedAlbumPreviewRoute,
});

function SharedAlbumPreviewRoute() {
  const { albumId, photoId } = Route.useParams();
  const { album, error, retry } = useSharedAlbum(albumId);
  const actions = useSharedAlbumActions();
  useReadOnlyPageAlbum();
  if (!album) return <AlbumPreviewWaiting error={error} onRetry={retry} />;
  return <SharedAlbumPreview album={album} photoId={photoId} actions={actions} />;
}
