import { createFileRoute } from '@tanstack/react-router';
import { AddToAlbumPage } from '#/features/library/albums/index.ts';
import { PhotoPicker } from '#/features/library/photos/index.ts';
import { openAlbumImport } from '#/features/library/uploads/index.ts';

export const Route = createFileRoute('/_shell/my-photos/albums/$albumId/add')({ component: AddRoute });

/** The library, for picking photos to add to an album. */
function AddRoute() {
  const { albumId } = Route.useParams();
  const navigate = Route.useNavigate();
  const leave = () => void navigate({ to: '/my-photos/albums/$albumId', params: { albumId } });
  return (
    <AddToAlbumPage albumId={albumId} onAdded={leave}>
      {(action, name) => (
        <PhotoPicker
          view={`picker ${albumId}`}
          action={action}
          onLeave={leave}
          onAddPhotos={() => openAlbumImport({ albumId, name })}
        />
      )}
    </AddToAlbumPage>
  );
}
