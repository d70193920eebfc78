import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { summarize } from '#/shared/uploads/queue/summarize.ts';
import {
  useImportQueue,
  useImportRunner,
  usePhoneLink,
  useReadItems,
  useRemoveMarked,
} from '../import-context.ts';
import { closeImport, useImportOpener } from '../import-opener.ts';

/**
 * What Upload does: first what is marked is removed [IMP-11]; if more was uploaded than removed, it leads to the photos
 * [IMP-12], or to the album they are for, and what shows photos is fetched anew [IMP-13]. What is still on its way goes on
 * in the tray. A removal that fails leaves the modal as it is, to be tried again.
 */
export function useConfirmImport() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const runner = useImportRunner();
  const phoneLink = usePhoneLink();
  const removeMarked = useRemoveMarked();
  const readItems = useReadItems();
  const album = useImportOpener((state) => state.album);
  const { marked } = summarize(useImportQueue().items);

  /** By now what was marked is gone, so that what is left as saved was uploaded and not removed. */
  function finish() {
    const { saved, pending } = summarize(readItems());
    closeImport();
    phoneLink.release();
    if (pending === 0) runner.clear();
    if (pending === 0 && saved > 0) {
      showToast({ message: t('import.savedCount', { count: saved }), tone: 'success' });
    }
    if (saved + pending > 0) {
      for (const tag of PHOTO_TAGS) void queryClient.invalidateQueries({ queryKey: [tag] });
    }
    if (album) void navigate({ to: '/my-photos/albums/$albumId', params: { albumId: album.albumId } });
    else if (saved + pending > 0) void navigate({ to: '/my-photos/photos' });
  }
  const removal = useMutation({
    mutationFn: removeMarked,
    onSuccess: finish,
    meta: { action: 'REMOVE_IMPORTED_PHOTOS', invalidates: PHOTO_TAGS },
  });
  return {
    confirm: () => (marked > 0 ? removal.mutate() : finish()),
    isRemoving: removal.isPending,
    hasFailed: removal.isError,
  };
}
