import { lazy, Suspense } from 'react';
import { useStorageOpener } from './storage-opener.ts';

const StorageModal = lazy(() => import('./storage-modal.tsx'));

/** Where the storage modal lives; it is loaded when first asked for. */
export function StorageHost() {
  const { isWanted, isOpen } = useStorageOpener();
  return <Suspense fallback={null}>{isWanted && <StorageModal isOpen={isOpen} />}</Suspense>;
}
