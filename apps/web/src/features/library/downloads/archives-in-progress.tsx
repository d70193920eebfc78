import { lazy, Suspense } from 'react';
import { useAwaitedArchives } from './awaited-archives.ts';

const ArchiveEvents = lazy(() => import('./archive-events.tsx'));

/** Follows the archives that this page asked for, on every page. Its code is loaded with the first of them. */
export function ArchivesInProgress() {
  const isWaiting = useAwaitedArchives(({ archives }) => archives.length > 0);
  return <Suspense fallback={null}>{isWaiting && <ArchiveEvents />}</Suspense>;
}
