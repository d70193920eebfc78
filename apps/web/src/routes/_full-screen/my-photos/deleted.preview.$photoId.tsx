import { createFileRoute } from '@tanstack/react-router';
import { DeletedPreview } from '#/features/library/photo-preview/index.ts';

/** Full-screen preview of a photo that was deleted and can come back. */
export const Route = createFileRoute('/_full-screen/my-photos/deleted/preview/$photoId')({
  component: DeletedPreviewRoute,
});

function DeletedPreviewRoute() {
  return <DeletedPreview photoId={Route.useParams().photoId} />;
}
