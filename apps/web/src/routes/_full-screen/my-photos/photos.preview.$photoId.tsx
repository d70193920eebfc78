import { createFileRoute } from '@tanstack/react-router';
import { TimelinePreview } from '#/features/library/photo-preview/index.ts';
import { useLibraryActions } from '../../-library-actions.ts';

/** Full-screen preview of a photo in the library [RTE-03, RTE-12]. */
export const Route = createFileRoute('/_full-screen/my-photos/photos/preview/$photoId')({
  staticData: { flag: 'PhotoManagementTimelineViewEnabled' },
  component: PhotoPreviewRoute,
});

function PhotoPreviewRoute() {
  const { photoId } = Route.useParams();
  return <TimelinePreview photoId={photoId} actions={useLibraryActions()} />;
}
