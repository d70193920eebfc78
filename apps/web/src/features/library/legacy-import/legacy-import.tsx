import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { activationQuery } from '#/shared/legacy-import.ts';
import { usePush } from '#/shared/push.ts';
import { useLegacyImportState } from './legacy-import-state.ts';

const LegacyImportNote = lazy(() => import('./legacy-import-note.tsx'));

/** Statuses that need the note. For an active library or an unknown status it is not even loaded [ACT-02]. */
const NOTED = ['NOT_ACTIVE', 'IMPORTING', 'DELETING'];

/** Checks whether the library is in use and shows how the import of earlier photos goes. */
export function LegacyImport() {
  const { data, refetch } = useQuery(activationQuery);
  const isNoted = useLegacyImportState(({ isStarted, lastStatus }) => isStarted || lastStatus !== null);
  usePush('import-started', () => {
    useLegacyImportState.setState({ isStarted: true });
    void refetch();
  });
  if (!isNoted && !NOTED.includes(data?.status ?? '')) return null;
  return (
    <Suspense fallback={null}>
      <LegacyImportNote />
    </Suspense>
  );
}
