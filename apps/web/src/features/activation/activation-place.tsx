import { lazy, Suspense } from 'react';

const ActivationWatcher = lazy(() => import('./activation-watcher.tsx'));

/** Where the photo section watches whether the library is in use; it takes no room and is loaded behind the photos. */
export function ActivationPlace() {
  return (
    <Suspense fallback={null}>
      <ActivationWatcher />
    </Suspense>
  );
}
