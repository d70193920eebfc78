import { lazy, Suspense } from 'react';
import { useImportOpener } from './import-opener.ts';

const ImportFeature = lazy(() => import('./import-feature.tsx'));

/** Where the import lives on every page. Only this is loaded before the import is opened for the first time. */
export function ImportHost() {
  const isWanted = useImportOpener((state) => state.isWanted);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <ImportFeature />
    </Suspense>
  );
}
