import { createFileRoute } from '@tanstack/react-router';
import { usePrintOrderAction } from '#/features/creations/print-orders/index.ts';
import { useCopyToAlbumAction } from '#/features/library/albums/index.ts';
import { useDeleteAction } from '#/features/library/deletion/index.ts';
import { useDownloadAction, useShareAction } from '#/features/library/downloads/index.ts';
import { useFavouriteAction } from '#/features/library/favourites/index.ts';
import { TimelinePreview } from '#/features/library/photo-preview/index.ts';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';

/** Full-screen preview of a photo in the library [RTE-03, RTE-12]. */
export const Route = createFileRoute('/_full-screen/my-photos/photos/preview/$photoId')({
  staticData: { flag: 'PhotoManagementTimelineViewEnabled' },
  component: PhotoPreviewRoute,
});

function PhotoPreviewRoute() {
  const { photoId } = Route.useParams();
  const out = [useDownloadAction(), ...useShareAction()];
  const copy = useCopyToAlbumAction();
  const favourite = useFavouriteAction();
  const remove = useDeleteAction();
  const actions: (PhotoAction | null)[] = [usePrintOrderAction(), ...out, copy, favourite, remove];
  return <TimelinePreview photoId={photoId} actions={actions.filter((action) => action !== null)} />;
}
