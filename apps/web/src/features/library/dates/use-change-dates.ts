import { changeDates, type DateChange, undoDates } from '@keepsake/contracts/library/dates';
import { MAX_IDS_PER_CALL } from '@keepsake/contracts/platform/limits';
import { useTranslation } from 'react-i18next';
import { createStore, useStore } from 'zustand';
import { offerUndo } from '#/features/library/restoring/index.ts';
import { call, idBatches } from '#/shared/api/call.ts';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { usePush } from '#/shared/push.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';

type Requested = { changes: readonly { photoIds: readonly string[]; change: DateChange }[] };
type Changed = { photosCount: number; changeIds: readonly string[] };

/** Changes dates, says how many, and offers to undo all of it. */
export function useChangeDates(onSuccess: () => void) {
  const { t } = useTranslation();
  const undo = useUndo();
  return useMutation({
    mutationFn: change,
    meta: { action: 'CHANGE_DATES', invalidates: [...PHOTO_TAGS, 'Albums'] },
    onSuccess({ photosCount, changeIds }, { changes }) {
      onSuccess();
      const photoIds = changes.flatMap((one) => one.photoIds);
      const message = t('dates.done', { count: photosCount });
      if (changeIds.length === 0) showToast({ message });
      else offerUndo(message, t('deleted.undo'), () => undo({ photoIds, changeIds }));
    },
  });
}

/** One after the other: a repeated press repeats what was done under the same keys. */
async function change(
  { changes }: Requested,
  { idempotencyKey }: { idempotencyKey: string },
): Promise<Changed> {
  const changeIds: string[] = [];
  let photosCount = 0;
  rememberMoved(changes.flatMap(({ photoIds }) => photoIds));
  for (const { photoIds, change } of changes) {
    for (const batch of idBatches(photoIds, MAX_IDS_PER_CALL)) {
      const body = { photoIds: [...batch], change };
      const done = await call(changeDates, { body }, { idempotencyKey: `${idempotencyKey}-${batch[0]}` });
      photosCount += done.photosCount;
      if (done.changeId) changeIds.push(done.changeId);
    }
  }
  return { photosCount, changeIds };
}

type Undo = { photoIds: readonly string[]; changeIds: readonly string[] };

function useUndo() {
  const { t } = useTranslation();
  const { mutate } = useMutation({
    async mutationFn({ photoIds, changeIds }: Undo) {
      rememberMoved(photoIds);
      for (const changeId of changeIds) await call(undoDates, { body: { changeId } });
    },
    meta: { action: 'UNDO_DATES', invalidates: [...PHOTO_TAGS, 'Albums'] },
    onSuccess: () => showToast({ message: t('dates.undone'), tone: 'success' }),
    onError: () => showToast({ message: t('dates.undoFailed'), tone: 'failure' }),
  });
  return mutate;
}

const movedPhotos = createStore<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));

/**
 * Remembers photos whose dates change: one that leaves its month is elsewhere, not gone. Before the change is requested, because
 * lists may be loaded again before its answer is handled.
 */
function rememberMoved(photoIds: readonly string[]): void {
  movedPhotos.setState(({ ids }) => ({ ids: new Set([...ids, ...photoIds]) }));
}

/** Whether the date of a photo has changed since the page was opened, here or elsewhere. */
export function useIsMoved(photoId: string): boolean {
  usePush('photos-changed', ({ data: { change, photoIds } }) => {
    if (change !== 'dated') return;
    // There are no ids if there were too many to list.
    if (photoIds.length === 0 || photoIds.includes(photoId)) rememberMoved([photoId]);
  });
  return useStore(movedPhotos, ({ ids }) => ids.has(photoId));
}
