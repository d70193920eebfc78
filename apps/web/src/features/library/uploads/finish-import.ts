import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { isRemovable } from '#/shared/uploads/import-item.ts';
import { summarize } from '#/shared/uploads/import-summary.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import { useImport, useImportQueue, useOnPhone } from './import-session.ts';
import { removePhotos } from './remove-photos.ts';

/**
 * What Upload does: it removes the marked photos first [IMP-11]. If more was uploaded than removed, it leads to the photos
 * [IMP-12], or to their album, and refreshes what shows photos [IMP-13]. Uploads still in progress go on in the tray. If
 * the removal fails, the dialog stays as it is for another try.
 */
export function useConfirmImport() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { store, runner, album, close } = useImport();
  const { onPhone } = useOnPhone();
  const { marked } = summarize(useImportQueue().items);

  /** The marked photos are gone by now, so what counts as saved was uploaded and not removed. */
  function finish() {
    const { saved, ...summary } = summarize(store.getState().items);
    const pending = summary.pending + onPhone;
    close();
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
    mutationFn: () => removePhotos({ store, runner }, (item) => isRemovable(item) && item.isMarked === true),
    onSuccess: finish,
    meta: { action: 'REMOVE_IMPORTED_PHOTOS', invalidates: PHOTO_TAGS },
  });
  return {
    confirm: () => (marked > 0 ? removal.mutate() : finish()),
    isRemoving: removal.isPending,
    hasFailed: removal.isError,
  };
}
