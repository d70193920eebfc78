import { createDownload, createSharedAlbumDownload, MAX_DOWNLOAD_PHOTOS } from '@keepsake/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { randomUuid } from '#/shared/api/send-request.ts';
import type { ChosenPhotos, PhotoAction } from '#/shared/extension-points.ts';
import { formatDate, useLocale } from '#/shared/format.ts';
import { DownloadIcon } from '#/shared/ui/icons.tsx';
import { closeToast, showToast } from '#/shared/ui/toasts.tsx';
import { awaitArchive, openOneDownload, takeAwaited } from './awaited-archives.ts';

/** Downloading photos: one as the file it is, several as an archive of at most 100 [DWN-11, DWN-12]. */
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
      if (photo) openOneDownload({ photo, onDone });
      else requestArchive(chosen, onDone);
    },
  };
}

type Asked = { chosen: ChosenPhotos; onDone: () => void; toast: number };

type RequestArchive = {
  /** One at a time: whoever presses twice gets one archive. */
  isPending: boolean;
  requestArchive: (chosen: ChosenPhotos, onDone: () => void) => void;
};

/** Asks for an archive of photos [DWN-14, DWN-18]; what becomes of it comes by push. */
function useRequestArchive(): RequestArchive {
  const { t } = useTranslation();
  const locale = useLocale();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ chosen, ...rest }: Asked) => {
      const name = t('download.archiveName', {
        count: chosen.photoIds.length,
        date: formatDate(new Date(), locale),
      });
      return request(chosen, { name, ...rest });
    },
    meta: { action: 'DOWNLOAD_PHOTOS', invalidates: ['Downloads'] },
    onError: (_error, { toast }) => {
      closeToast(toast);
      showToast({ message: t('download.severalFailed'), tone: 'failure' });
    },
  });
  return {
    isPending,
    requestArchive(chosen, onDone) {
      if (isPending) return;
      mutate({ chosen, onDone, toast: showToast({ message: t('download.preparing') }) });
    },
  };
}

type Request = Omit<Asked, 'chosen'> & { name: string };

async function request(chosen: ChosenPhotos, { name, ...awaited }: Request): Promise<void> {
  const { photoIds, ownerOf, sharedAlbumId } = chosen;
  if (sharedAlbumId && ownerOf) {
    const photos = photoIds.map((photoId) => ({ photoId, ownerId: ownerOf(photoId) }));
    const { id } = await call(createSharedAlbumDownload, { body: { albumId: sharedAlbumId, photos } });
    awaitArchive({ downloadId: id, ...awaited });
    return;
  }
  const id = randomUuid();
  // The news of it may come before the answer.
  awaitArchive({ downloadId: id, ...awaited });
  try {
    await call(createDownload, { body: { id, name, photos: [...photoIds] } });
  } catch (error) {
    takeAwaited(id);
    throw error;
  }
}
