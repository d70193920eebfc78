import { useQuery } from '@tanstack/react-query';
import { activationQuery } from '#/features/library/state/index.ts';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { usePush } from '#/shared/push.ts';
import { useLegacyImportState } from './legacy-import-state.ts';

const LegacyImportNote = lazyPart(() => import('./legacy-import-note.tsx'));

/** Statuses that require the note. For an active library or an unknown status it is not even loaded [ACT-02]. */
const NOTED = ['NOT_ACTIVE', 'IMPORTING', 'DELETING'];

/** Checks the activation status of the library and shows the progress of a legacy import. */
export function LegacyImport() {
  const { data } = useQuery(activationQuery);
  const wasShown = useLegacyImportState(({ isStarted, lastStatus }) => isStarted || lastStatus !== null);
  usePush('import-started', () => useLegacyImportState.setState({ isStarted: true }));
  if (!wasShown && !NOTED.includes(data?.status ?? '')) return null;
  return <LegacyImportNote />;
}
