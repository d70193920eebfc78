import { MAX_DOWNLOAD_PHOTOS } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import type { PhotoAction } from '#/shared/photo-actions/photo-action.ts';
import { DownloadIcon } from '#/shared/ui/icons/action-icons.tsx';
import { openOneDownload } from './downloads-opener.ts';
import { useRequestArchive } from './several/use-request-archive.ts';

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
