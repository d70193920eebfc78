import { createFileRoute } from '@tanstack/react-router';
import { AddToAlbumPage } from '#/features/library/albums/index.ts';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { PhotoPicker } from '#/features/library/photos/index.ts';
import { openAlbumImport, usePageAlbum } from '#/features/library/uploads/index.ts';
import { usePageBehind, useWayBack } from '#/shared/ui/way-back.ts';

export const Route = createFileRoute('/_shell/my-photos/albums/$albumId/add')({ component: AddRoute });

/** The library, for picking photos to add to an album. */
function AddRoute() {
  const { albumId } = Route.useParams();
  usePageBehind();
  const goBackTo = useWayBack();
  const leave = () => void goBackTo(`/my-photos/albums/${albumId}`);
  return (
    <AddToAlbumPage albumId={albumId} onAdded={leave}>
      {(action, name) => <Picker albumId={albumId} name={name} action={action} onLeave={leave} />}
    </AddToAlbumPage>
  );
}

type PickerProps = { albumId: string; name: string; action: PhotoAction; onLeave: () => void };

function Picker({ albumId, name, ...picker }: PickerProps) {
  usePageAlbum({ albumId, name });
  return (
    <PhotoPicker
      {...picker}
      view={`picker ${albumId}`}
      onAddPhotos={() => openAlbumImport({ albumId, name })}
    />
  );
}
