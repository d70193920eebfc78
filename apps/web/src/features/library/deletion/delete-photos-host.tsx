import { lazy, Suspense } from 'react';
import { useDeleteOpener } from './opener.ts';

const DeletePhotosModal = lazy(() => import('./photos/delete-photos-modal.tsx'));
const DeleteAllModal = lazy(() => import('./all/delete-all-modal.tsx'));

/** Where the delete modals live on every page; they are loaded when first asked for. */
export function DeletePhotosHost() {
  const { photos, isPhotosOpen, isAllOpen } = useDeleteOpener();
  return (
    <Suspense fallback={null}>
      {photos && <DeletePhotosModal {...photos} isOpen={isPhotosOpen} />}
      {isAllOpen && <DeleteAllModal />}
    </Suspense>
  );
}
