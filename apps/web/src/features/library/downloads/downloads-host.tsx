import { lazy, Suspense } from 'react';
import { useDownloadsOpener } from './awaited-archives.ts';

const DownloadPhotoModal = lazy(() => import('./download-photo-modal.tsx'));
const ShareModal = lazy(() => import('./share-modal.tsx'));
const ArchiveEvents = lazy(async () => ({
  default: (await import('./archive-events.tsx')).ArchiveEvents,
}));

/** Where downloads are followed on every page; nothing of it is loaded before the first one. */
export function DownloadsHost() {
  const { one, isOneOpen, share, isShareOpen, awaited } = useDownloadsOpener();
  return (
    <Suspense fallback={null}>
      {one && <DownloadPhotoModal {...one} isOpen={isOneOpen} />}
      {share && <ShareModal {...share} isOpen={isShareOpen} />}
      {awaited.length > 0 && <ArchiveEvents />}
    </Suspense>
  );
}
