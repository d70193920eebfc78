import { useNavigate } from '@tanstack/react-router';
import { AddToAlbumPage } from '#/features/library/albums/add-to-album-page.tsx';
import { PhotoPicker } from '#/features/library/photos/timeline/photo-picker.tsx';
import { openAlbumImport } from '#/features/library/uploads/import-opener.ts';

/** The library to pick photos from for an album. */
export function AddToAlbumScreen({ albumId }: { albumId: string }) {
  const navigate = useNavigate();
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
