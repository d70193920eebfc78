import { lazy, Suspense } from 'react';
import { useAlbumsOpener } from './albums-opener.ts';

const CopyToAlbumModal = lazy(() => import('./copy-to-album-modal.tsx'));
const RemovalModal = lazy(() => import('./remove-from-album-modal.tsx'));

/** Where the album modals that act on photos live on every page; they are loaded when first asked for. */
export function AlbumsHost() {
  const { copy, isCopyOpen, removal, isRemovalOpen } = useAlbumsOpener();
  return (
    <Suspense fallback={null}>
      {copy && <CopyToAlbumModal {...copy} isOpen={isCopyOpen} />}
      {removal && <RemovalModal {...removal} isOpen={isRemovalOpen} />}
    </Suspense>
  );
}
