import { Suspense } from 'react';
import { lazyPart } from '#/shared/lazy-part.ts';
import { useAwaitedArchives } from './awaited-archives.ts';

const ArchiveEvents = lazyPart(() => import('./archive-events.tsx'));

/** Follows the archives that this page asked for, on every page. Its code is loaded with the first of them. */
export function ArchivesInProgress() {
  const isWaiting = useAwaitedArchives(({ archives }) => archives.length > 0);
  return <Suspense fallback={null}>{isWaiting && <ArchiveEvents />}</Suspense>;
}
