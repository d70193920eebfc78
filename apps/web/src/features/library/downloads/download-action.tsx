import { createDownload, createSharedAlbumDownload, MAX_DOWNLOAD_PHOTOS } from '@keepsake/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { randomUuid } from '#/shared/api/send-request.ts';
import type { ChosenPhotos, PhotoAction } from '#/shared/extension-points.ts';
import { formatDate, useLocale } from '#/shared/format.ts';
import { defineDialog } from '#/shared/ui/dialogs.tsx';
import { DownloadIcon } from '#/shared/ui/icons.tsx';
import { closeToast, showToast } from '#/shared/ui/toasts.tsx';
import { awaitArchive, takeAwaited } from './awaited-archives.ts';
import type { DownloadPhotoProps } from './download-photo-modal.tsx';

const downloadPhotoDialog = defineDialog<DownloadPhotoProps>(
  'download photo',
  () => import('./download-photo-modal.tsx'),
);

/** Downloads one photo as its original file, several as an archive of at most 100 [DWN-11, DWN-12]. */
export function useDownloadAction(): PhotoAction {
  const { t } = useTranslation();
  const { isPending, requestArchive } = useRequestArchive();
  return {
    key: 'download',
    label: t('download.action'),
    icon: <DownloadIcon />,
    disabledReason({ photoIds }) {
      if (photoIds.length > MAX_DOWNLOAD_PHOTOS) return t('download.tooMany');
      return isPending ? t('download.preparing') : null;
    },
    start(chosen, onDone) {
      const [photoId] = chosen.photoIds;
      const photo = chosen.photoIds.length === 1 && photoId ? chosen.photoOf?.(photoId) : undefined;
      if (photo) downloadPhotoDialog.open({ photo, onDone });
      else requestArchive(chosen, onDone);
    },
  };
}

type ArchiveRequest = { chosen: ChosenPhotos; onDone: () => void; toast: number };

/** Requests an archive of photos [DWN-14, DWN-18], one at a time. Push messages tell when it is finished. */
function useRequestArchive() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { mutate, isPending } = useMutation({
    mutationFn: (asked: ArchiveRequest) => {
      const name = t('download.archiveName', {
        count: asked.chosen.photoIds.length,
        date: formatDate(new Date(), locale),
      });
      return createArchive(asked, name);
    },
    meta: { action: 'DOWNLOAD_PHOTOS', invalidates: ['Downloads'] },
    onError: (_error, { toast }) => {
      closeToast(toast);
      showToast({ message: t('download.severalFailed'), tone: 'failure' });
    },
  });
  return {
    isPending,
    requestArchive(chosen: ChosenPhotos, onDone: () => void) {
      if (isPending) return;
      mutate({ chosen, onDone, toast: showToast({ message: t('download.preparing') }) });
    },
  };
}

async function createArchive({ chosen, ...awaited }: ArchiveRequest, name: string): Promise<void> {
  const { photoIds, ownerOf, sharedAlbumId } = chosen;
  if (sharedAlbumId && ownerOf) {
    const photos = photoIds.map((photoId) => ({ photoId, ownerId: ownerOf(photoId) }));
    const { id } = await call(createSharedAlbumDownload, { body: { albumId: sharedAlbumId, photos } });
    awaitArchive({ downloadId: id, ...awaited });
    return;
  }
  const id = randomUuid();
  // Its push message may arrive before the answer.
  awaitArchive({ downloadId: id, ...awaited });
  try {
    await call(createDownload, { body: { id, name, photos: [...photoIds] } });
  } catch (error) {
    takeAwaited(id);
    throw error;
  }
}
