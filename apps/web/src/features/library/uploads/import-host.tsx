import { lazy, Suspense } from 'react';
import { useFlag } from '#/shared/flags.tsx';
import { useImportOpener } from './import-opener.ts';

const ImportFeature = lazy(() => import('./import-feature.tsx'));

/**
 * Where the import lives on every page, if its flag is on [FLG-07]. Only this is loaded before the import is opened for
 * the first time.
 */
export function ImportHost() {
  const isWanted = useImportOpener((state) => state.isWanted);
  const isOn = useFlag('PhotoManagementUploadViewEnabled');
  if (!isWanted || !isOn) return null;
  return (
    <Suspense fallback={null}>
      <ImportFeature />
    </Suspense>
  );
}
