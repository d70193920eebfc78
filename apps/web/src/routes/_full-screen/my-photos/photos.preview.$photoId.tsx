import { createFileRoute } from '@tanstack/react-router';
import { usePrintOrderAction } from '#/features/creations/print-orders/print-order-action.tsx';
import { useCopyToAlbumAction } from '#/features/library/albums/copy-to-album-action.tsx';
import { useDeleteAction } from '#/features/library/deletion/delete-action.tsx';
import { useDownloadAction } from '#/features/library/downloads/download-action.tsx';
import { useShareAction } from '#/features/library/downloads/share-action.tsx';
import { TimelinePreview } from '#/features/library/photos/preview/timeline-preview.tsx';
import type { PhotoAction } from '#/shared/extension-points.ts';

/** Full-screen preview of a photo in the library [RTE-03, RTE-12]. */
export const Route = createFileRoute('/_full-screen/my-photos/photos/preview/$photoId')({
  staticData: { flag: 'PhotoManagementTimelineViewEnabled' },
  component: PhotoPreviewRoute,
});

function PhotoPreviewRoute() {
  const { photoId } = Route.useParams();
  const out = [useDownloadAction(), ...useShareAction()];
  const copy = useCopyToAlbumAction();
  const remove = useDeleteAction();
  const actions: (PhotoAction | null)[] = [usePrintOrderAction(), ...out, copy, remove];
  return <TimelinePreview photoId={photoId} actions={actions.filter((action) => action !== null)} />;
}
