import { lazy, Suspense } from 'react';

const LibraryHidden = lazy(() => import('./library-hidden.tsx'));

/** Stands where photos would be that wait for an order to be seen again. */
export function HiddenNotice() {
  return (
    <Suspense fallback={null}>
      <LibraryHidden />
    </Suspense>
  );
}
