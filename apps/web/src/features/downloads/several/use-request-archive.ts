import { createDownload, createSharedAlbumDownload } from '@keepsake/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { formatDate } from '#/shared/format/dates.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import type { ChosenPhotos } from '#/shared/photo-actions/photo-action.ts';
import { randomUuid } from '#/shared/random/random-uuid.ts';
import { showToast } from '#/shared/ui/toasts/toast-store.ts';
import { awaitArchive } from '../downloads-opener.ts';

type Asked = { chosen: ChosenPhotos; onDone: () => void };

/** Asks for an archive of photos [DWN-14, DWN-18]; what becomes of it comes by push. */
export function useRequestArchive(): (chosen: ChosenPhotos, onDone: () => void) => void {
  const { t } = useTranslation();
  const locale = useLocale();
  const { mutate } = useMutation({
    mutationFn: async ({ chosen, onDone }: Asked) => {
      const name = t('download.archiveName', {
        count: chosen.photoIds.length,
        date: formatDate(new Date(), locale),
      });
      awaitArchive({ downloadId: await request(chosen, name), onDone });
    },
    meta: { action: 'DOWNLOAD_PHOTOS', invalidates: ['Downloads'] },
    onError: () => showToast({ message: t('download.severalFailed'), tone: 'failure' }),
  });
  return (chosen, onDone) => mutate({ chosen, onDone });
}

async function request({ photoIds, ownerOf, sharedAlbumId }: ChosenPhotos, name: string): Promise<string> {
  if (sharedAlbumId && ownerOf) {
    const photos = photoIds.map((photoId) => ({ photoId, ownerId: ownerOf(photoId) }));
    return (await call(createSharedAlbumDownload, { body: { albumId: sharedAlbumId, photos } })).id;
  }
  const body = { id: randomUuid(), name, photos: [...photoIds] };
  return (await call(createDownload, { body })).id;
}
