import { createFileRoute } from '@tanstack/react-router';
import { TimelinePreview } from '#/features/library/photo-preview/index.ts';
import { useTurnAction } from '#/features/library/turns/index.ts';
import { useLibraryActions } from '../../-library-actions.ts';

/** Full-screen preview of a photo in the library [RTE-03, RTE-12]. */
export const Route = createFileRoute('/_full-screen/my-photos/photos/preview/$photoId')({
  staticData: { flag: 'PhotoManagementTimelineViewEnabled' },
  component: PhotoPreviewRoute,
});

function PhotoPreviewRoute() {
  const { photoId } = Route.useParams();
  // Before the last, which deletes.
  const actions = useLibraryActions().toSpliced(-1, 0, useTurnAction());
  return <TimelinePreview photoId={photoId} actions={actions} />;
}
