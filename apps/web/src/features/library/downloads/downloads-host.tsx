import { lazy, Suspense } from 'react';
import { useDownloadsOpener } from './downloads-opener.ts';

const DownloadPhotoModal = lazy(() => import('./one/download-photo-modal.tsx'));
const ShareModal = lazy(() => import('./share/share-modal.tsx'));
const ArchiveEvents = lazy(async () => ({
  default: (await import('./several/archive-events.tsx')).ArchiveEvents,
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
