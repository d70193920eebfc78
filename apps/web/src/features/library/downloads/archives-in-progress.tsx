import { lazyPart } from '#/shared/lazy-part.tsx';
import { useAwaitedArchives } from './awaited-archives.ts';

const ArchiveEvents = lazyPart(() => import('./archive-events.tsx'));

/** Follows the archives requested by this page, across navigation. Its code is loaded with the first of them. */
export function ArchivesInProgress() {
  const isWaiting = useAwaitedArchives(({ archives }) => archives.length > 0);
  return isWaiting && <ArchiveEvents />;
}
