import { createDownload, createSharedAlbumDownload } from '@keepsake/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { formatDate } from '#/shared/format/dates.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import type { ChosenPhotos } from '#/shared/photo-actions/photo-action.ts';
import { randomUuid } from '#/shared/random/random-uuid.ts';
import { closeToast, showToast } from '#/shared/ui/toasts/toast-store.ts';
import { awaitArchive, takeAwaited } from '../downloads-opener.ts';

type Asked = { chosen: ChosenPhotos; onDone: () => void; toast: number };

type RequestArchive = {
  /** One at a time: whoever presses twice gets one archive. */
  isPending: boolean;
  requestArchive: (chosen: ChosenPhotos, onDone: () => void) => void;
};

/** Asks for an archive of photos [DWN-14, DWN-18]; what becomes of it comes by push. */
export function useRequestArchive(): RequestArchive {
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
