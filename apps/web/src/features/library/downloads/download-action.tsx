import { MAX_DOWNLOAD_PHOTOS } from '@keepsake/contracts/platform/limits';
import { useTranslation } from 'react-i18next';
import type { ChosenPhotos, PhotoAction } from '#/features/library/photo-view/index.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDate } from '#/shared/format.ts';
import { serverNow } from '#/shared/server-time.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { DownloadIcon } from '#/shared/ui/icons.tsx';
import { closeToast, showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import type { DownloadPhotoProps } from './download-photo-dialog.tsx';

const downloadPhotoDialog = defineDialog<DownloadPhotoProps>(
  'download photo',
  () => import('./download-photo-dialog.tsx'),
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
    prepare: downloadPhotoDialog.loadWhenIdle,
    start(chosen, onDone) {
      const [photoId] = chosen.photoIds;
      const photo = chosen.photoIds.length === 1 && photoId ? chosen.photoOf?.(photoId) : undefined;
      if (photo) downloadPhotoDialog.open({ photo, onDone });
      else requestArchive(chosen, onDone);
    },
  };
}

/** Photos that leave the library, and what follows. */
export type LeavingPhotos = { chosen: ChosenPhotos; onDone: () => void };

/** Requests an archive of photos [DWN-14, DWN-18], one at a time. Push messages report when it is finished. */
export function useRequestArchive() {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ chosen, onDone }: LeavingPhotos, press) => {
      const count = chosen.photoIds.length;
      const name = t('download.archiveName', { count, date: formatDate(serverNow(), locale, timeZone) });
      const toast = showToast({ message: t('download.preparing') });
      try {
        const { createArchive } = await import('./create-archive.ts');
        await createArchive({ chosen, name, onDone, toast }, press);
      } catch (error) {
        closeToast(toast);
        throw error;
      }
    },
    meta: { action: 'DOWNLOAD_PHOTOS', invalidates: ['Downloads'] },
    onError: () => showToast({ message: t('download.severalFailed'), tone: 'failure' }),
  });
  return {
    isPending,
    requestArchive: (chosen: ChosenPhotos, onDone: () => void) => mutate({ chosen, onDone }),
  };
}
