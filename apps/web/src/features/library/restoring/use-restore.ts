import {
  restoreDeletedPhotos,
  restorePhotos as restoreEndpoint,
  UNDO_TOAST_MS,
} from '@keepsake/contracts/library/deleted-photos';
import { useTranslation } from 'react-i18next';
import { hideAndRemove, restorePhotos } from '#/features/library/state/index.ts';
import { call, idBatches } from '#/shared/api/call.ts';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { listenTo } from '#/shared/signal.ts';
import { isKeyElsewhere } from '#/shared/ui/keys-elsewhere.ts';
import { closeToast, showToast, toastStore } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';

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

/** Brings deleted photos back. They are no longer among deleted ones at once; those of failed batches reappear there. */
function bringBack(photoIds: readonly string[]): Promise<void> {
  return hideAndRemove('deleted', photoIds, async (onRestored) => {
    for (const batch of idBatches(photoIds)) {
      await call(restoreEndpoint, { body: { photoIds: [...batch] } });
      restorePhotos('library', batch);
      onRestored(batch);
    }
  });
}

/** Restores all deleted photos, or those of one deletion, in the background if they are many. */
export function useRestoreAll() {
  const { t } = useTranslation();
  const { mutate } = useMutation({
    mutationFn: (removalId: string | undefined) => call(restoreDeletedPhotos, { body: { removalId } }),
    meta: { action: 'RESTORE_ALL_PHOTOS', invalidates: [...PHOTO_TAGS, 'Albums'] },
    onSuccess: () => showToast({ message: t('deleted.restoringAll'), tone: 'success' }),
    onError: () => showToast({ message: t('deleted.restoreFailed', { count: 2 }), tone: 'failure' }),
  });
  return mutate;
}

/** Says that photos were deleted, and offers to undo it. */
export function useUndoDeletion(): (photoIds: readonly string[]) => void {
  const { t } = useTranslation();
  const { restore } = useRestore();
  return (photoIds) =>
    offerUndo(t('deleted.done', { count: photoIds.length }), t('deleted.undo'), () => restore(photoIds));
}

/** The same for the whole library, whose deletion may still be running. */
export function useUndoDeletionOfAll(): (removalId: string) => void {
  const { t } = useTranslation();
  const restoreAll = useRestoreAll();
  return (removalId) => offerUndo(t('deleted.doneAll'), t('deleted.undo'), () => restoreAll(removalId));
}

/** Offers to undo what was done: by a button, and by the keys that undo elsewhere. */
export function offerUndo(message: string, label: string, undo: () => void): void {
  function run() {
    closeToast(toast);
    undo();
  }
  function press() {
    focusHeading();
    run();
  }
  const toast = showToast({ message, durationMs: UNDO_TOAST_MS, action: { label, run: press } });
  undoByKeys(toast, run);
}

/** The pressed button goes with its toast: the page's heading takes the focus, as after navigation. */
function focusHeading(): void {
  document.querySelector('h1')?.focus({ preventScroll: true });
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
