import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { activationQuery } from '#/shared/legacy-import.ts';
import { usePush } from '#/shared/push.ts';
import { useActivationState } from './legacy-import-state.ts';

const ActivationWatcher = lazy(() => import('./legacy-import-note.tsx'));
/** What something is to be done about; of a library in use, or a status nobody knows, only this is loaded [ACT-02]. */
const WATCHED = ['NOT_ACTIVE', 'IMPORTING', 'DELETING'];

/** Where the photo section asks whether the library is in use; it takes no room. */
export function ActivationPlace() {
  const { data, refetch } = useQuery(activationQuery);
  const isWatched = useActivationState(({ isStarted, lastStatus }) => isStarted || lastStatus !== null);
  usePush('import-started', () => {
    useActivationState.setState({ isStarted: true });
    void refetch();
  });
  if (!isWatched && !WATCHED.includes(data?.status ?? '')) return null;
  return (
    <Suspense fallback={null}>
      <ActivationWatcher />
    </Suspense>
  );
}
