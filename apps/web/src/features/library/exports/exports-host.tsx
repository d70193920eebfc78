import { lazy, Suspense } from 'react';
import { useExportsOpener } from './exports-opener.ts';

const ExportModal = lazy(() => import('./export-modal.tsx'));

/** Where the export modal lives; it is loaded when first asked for. */
export function ExportsHost() {
  const { isWanted, isOpen } = useExportsOpener();
  return <Suspense fallback={null}>{isWanted && <ExportModal isOpen={isOpen} />}</Suspense>;
}
