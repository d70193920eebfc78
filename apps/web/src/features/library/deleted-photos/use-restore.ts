import { UNDO_TOAST_MS } from '@keepsake/contracts/platform/limits';
import { useTranslation } from 'react-i18next';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { listenTo } from '#/shared/signal.ts';
import { isKeyElsewhere } from '#/shared/ui/keys-elsewhere.ts';
import { closeToast, showToast, toastStore } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { bringBack } from './restore-photos.ts';

/** Restores deleted photos: to the library, and to the albums and projects that they were in. */
export function useRestore() {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: bringBack,
    meta: { action: 'RESTORE_PHOTOS', invalidates: [...PHOTO_TAGS, 'Albums'] },
    onSuccess: (_, { length: count }) =>
      showToast({ message: t('deleted.restored', { count }), tone: 'success' }),
    onError: (_, photoIds) => {
      const count = photoIds.length;
      const toast = showToast({
        message: t('deleted.restoreFailed', { count }),
        tone: 'failure',
        action: {
          label: t('errors.tryAgain'),
          run() {
            closeToast(toast);
            mutate(photoIds);
          },
        },
      });
    },
  });
  return { restore: mutate, isPending };
}

/** Says that photos were deleted, and offers to undo it: by a button, and by the keys that undo elsewhere. */
export function useUndoDeletion(): (photoIds: readonly string[]) => void {
  const { t } = useTranslation();
  const { restore } = useRestore();
  return (photoIds) => {
    function run() {
      closeToast(toast);
      restore(photoIds);
    }
    const toast = showToast({
      message: t('deleted.done', { count: photoIds.length }),
      durationMs: UNDO_TOAST_MS,
      action: { label: t('deleted.undo'), run },
    });
    undoByKeys(toast, run);
  };
}

/** Ctrl+Z and Cmd+Z undo as long as the toast is there. */
function undoByKeys(toast: number, undo: () => void): void {
  const ignoreKeys = listenTo(document, 'keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    const isUndo = key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !altKey && !shiftKey;
    if (!isUndo || event.defaultPrevented || isKeyElsewhere(target)) return;
    event.preventDefault();
    undo();
  });
  const unsubscribe = toastStore.subscribe(({ toasts }) => {
    if (toasts.some(({ id }) => id === toast)) return;
    ignoreKeys();
    unsubscribe();
  });
}
