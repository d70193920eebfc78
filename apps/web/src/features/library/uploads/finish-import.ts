import { deletePhotos } from '@keepsake/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call, idBatches } from '#/shared/api/call.ts';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { isRemovable } from '#/shared/uploads/import-item.ts';
import { summarize } from '#/shared/uploads/import-summary.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import { type ImportSession, useImport, useImportQueue, useOnPhone } from './import-session.ts';

/**
 * What Upload does: it removes the marked photos first [IMP-11]. If more was uploaded than removed, it leads to the photos
 * [IMP-12], or to their album, and refreshes what shows photos [IMP-13]. Uploads still in progress go on in the tray. If
 * the removal fails, the modal stays as it is for another try.
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
    mutationFn: () => removeMarked({ store, runner }),
    onSuccess: finish,
    meta: { action: 'REMOVE_IMPORTED_PHOTOS', invalidates: PHOTO_TAGS },
  });
  return {
    confirm: () => (marked > 0 ? removal.mutate() : finish()),
    isRemoving: removal.isPending,
    hasFailed: removal.isError,
  };
}

/** What Cancel does: it stops what is not saved yet, here and on the phone, and says that saved photos stay. */
export function useCancelImport(): () => void {
  const { t } = useTranslation();
  const { runner, phoneLink, close } = useImport();
  const { saved } = summarize(useImportQueue().items);
  return () => {
    close();
    phoneLink.release({ atOnce: true });
    runner.cancel();
    runner.clear();
    if (saved > 0) showToast({ message: t('import.savedStay', { count: saved }) });
  };
}

/**
 * Deletes the marked photos, which this import added, and takes them off the list [IMP-11]. Throws when some could not be
 * deleted; those stay marked.
 */
async function removeMarked({ store, runner }: Pick<ImportSession, 'store' | 'runner'>): Promise<void> {
  const marked = store.getState().items.filter((item) => isRemovable(item) && item.isMarked);
  const photoIds = [...new Set(marked.flatMap(({ imageId }) => imageId ?? []))];
  for (const asked of idBatches(photoIds)) {
    const { failed } = await call(deletePhotos, { body: { photoIds: [...asked] } });
    const gone = new Set(asked).difference(new Set(failed));
    const { items } = store.getState();
    runner.remove(...items.flatMap(({ id, imageId }) => (imageId && gone.has(imageId) ? id : [])));
    if (failed.length > 0) throw new Error('Some photos could not be removed');
  }
}
