import { useQuery } from '@tanstack/react-query';
import { userQuery } from '#/features/library/state/index.ts';
import { lazyPart } from '#/shared/lazy-part.tsx';

const RunningDeletion = lazyPart(() => import('./running-deletion.tsx'));

/** Progress of deleting the whole library; renders nothing, and loads nothing, while no deletion is running. */
export function DeletionProgress() {
  const deletion = useQuery(userQuery).data?.deletion;
  return deletion && <RunningDeletion deletion={deletion} />;
}
