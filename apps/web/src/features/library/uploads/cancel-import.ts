import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { isRemovable } from '#/shared/uploads/import-item.ts';
import { summarize } from '#/shared/uploads/import-summary.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import { useImport, useImportQueue } from './import-session.ts';
import { removePhotos } from './remove-photos.ts';

/**
 * What Cancel does: it stops what is not saved yet, here and on the phone. If something is saved by then, it asks whether to
 * keep it or to remove it; what the library held before stays in any case.
 */
export function useCancelImport() {
  const { t } = useTranslation();
  const { store, runner, phoneLink, close } = useImport();
  const [isAsking, setAsking] = useState(false);
  const saved = summarize(useImportQueue().items).saved;

  function leave(message?: string) {
    close();
    runner.clear();
    if (message) showToast({ message });
  }
  const stopping = useMutation({
    mutationFn: () => Promise.all([runner.cancel(), phoneLink.stop()]),
    onSuccess() {
      if (summarize(store.getState().items).saved > 0) setAsking(true);
      else leave();
    },
    meta: { action: 'CANCEL_IMPORT' },
  });
  const removal = useMutation({
    mutationFn: () => removePhotos({ store, runner }, isRemovable),
    onSuccess: (count) => leave(t('import.removedCount', { count })),
    meta: { action: 'REMOVE_IMPORTED_PHOTOS', invalidates: PHOTO_TAGS },
  });
  return {
    /** Photos that this import has saved. */
    saved,
    isAsking,
    cancel: () => stopping.mutate(),
    keep: () => leave(t('import.savedStay', { count: saved })),
    remove: () => removal.mutate(),
    isRemoving: removal.isPending,
    hasFailed: removal.isError,
  };
}
