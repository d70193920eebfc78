import { deletePhotos } from '@keepsake/contracts/library/photos';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUndoDeletion } from '#/features/library/restoring/index.ts';
import { countsQuery } from '#/features/library/state/index.ts';
import {
  type ImportItem,
  isPending,
  isRemovable,
  outcomeOf,
  summarize,
} from '#/features/library/upload-queue/index.ts';
import { call, idBatches } from '#/shared/api/call.ts';
import { makeStale, PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import {
  addedOf,
  type ImportSession,
  useAddedToAlbum,
  useImport,
  useImportQueue,
  useIsRunning,
  useOnPhone,
} from './import-session.ts';

/**
 * Handles Upload: removes the marked photos first [IMP-11]. If more was uploaded than removed, navigates to the photos [IMP-12]
 * or to their album, and refreshes everything that shows photos [IMP-13]. Running uploads continue in the tray. If the removal
 * fails, the dialog stays open for another attempt.
 */
export function useConfirmImport() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { store, runner, album, listedBefore, close } = useImport();
  const { onPhone } = useOnPhone();
  const inAlbum = useAddedToAlbum();
  const { marked } = summarize(useImportQueue().items);
  const offerUndo = useOfferUndo();

  /** The marked photos are gone by now, so whatever counts as saved was uploaded and not removed. */
  function finish() {
    const added = addedOf(store.getState().items, listedBefore);
    const summary = summarize(added);
    const { saved, restored } = summary;
    const pending = summary.pending + onPhone;
    const { outcome, count } = outcomeOf(summary);
    const message = inAlbum(added) ?? (outcome !== 'known' && t(`import.${outcome}Count`, { count }));
    close();
    if (pending === 0) runner.clear();
    if (pending === 0 && message) showToast({ message, tone: 'success' });
    if (saved + restored + pending > 0) void makeStale(client, PHOTO_TAGS);
    if (album) void navigate({ to: '/my-photos/albums/$albumId', params: { albumId: album.albumId } });
    else if (saved + pending > 0) void navigate({ to: '/my-photos/photos' });
  }
  const removal = useMutation({
    mutationFn: () => removePhotos({ store, runner }, (item) => isRemovable(item) && item.isMarked === true),
    onSuccess(photoIds) {
      // What was saved is said in front; the offer behind it waits.
      offerUndo(photoIds);
      finish();
    },
    meta: { action: 'REMOVE_IMPORTED_PHOTOS', invalidates: PHOTO_TAGS },
  });
  return {
    confirm: () => (marked > 0 ? removal.mutate() : finish()),
    isRemoving: removal.isPending,
    hasFailed: removal.isError,
  };
}

/**
 * Handles Cancel: stops what is not saved yet, here and on the phone. If something has been saved by then, asks whether to keep
 * or remove it; photos the library already had stay in any case. Once all is saved it only closes, as Escape does.
 */
export function useCancelImport() {
  const { t } = useTranslation();
  const { store, runner, phoneLink, close } = useImport();
  const [isAsking, setAsking] = useState(false);
  const isRunning = useIsRunning();
  const saved = summarize(useImportQueue().items).saved;
  const offerUndo = useOfferUndo();

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
    meta: { action: 'CANCEL_IMPORT', invalidates: [] },
  });
  const removal = useMutation({
    mutationFn: () => removePhotos({ store, runner }, isRemovable),
    onSuccess(photoIds) {
      const isOffered = offerUndo(photoIds);
      leave(isOffered ? undefined : t('import.removedCount', { count: photoIds.length }));
    },
    meta: { action: 'REMOVE_IMPORTED_PHOTOS', invalidates: PHOTO_TAGS },
  });
  return {
    /** Photos saved by this import. */
    saved,
    isAsking,
    cancel: () => (saved > 0 && !isRunning ? close() : stopping.mutate()),
    keep: () => leave(t('import.savedStay', { count: saved })),
    remove: () => removal.mutate(),
    isRemoving: removal.isPending,
    hasFailed: removal.isError,
  };
}

/**
 * Takes refused files from the list once nothing is on its way: it has told of them. What failed can still be sent again, and
 * stays.
 */
export function forgetRefused({ store, runner, phoneLink }: ImportSession): void {
  const { items } = store.getState();
  const phone = phoneLink.store.getState();
  if (items.some(isPending) || (phone.status === 'ready' && phone.onPhone > 0)) return;
  const refused = items.filter(({ status, unfinished }) => status === 'refused' && !unfinished);
  if (refused.length > 0) runner.remove(...refused.map(({ id }) => id));
}

/** Returns a function that says that photos were deleted, and offers to undo it, if they can come back; it returns whether they can. */
function useOfferUndo(): (photoIds: readonly string[]) => boolean {
  const { data: counts } = useQuery(countsQuery);
  const offerUndo = useUndoDeletion();
  return (photoIds) => {
    const canComeBack = (counts?.deletedDays ?? 0) > 0;
    if (canComeBack) offerUndo(photoIds);
    return canComeBack;
  };
}

/**
 * Removes photos of the list from the library and from the list [IMP-11]; returns their ids. Throws if some could not be
 * removed; those stay listed.
 */
async function removePhotos(
  { store, runner }: Pick<ImportSession, 'store' | 'runner'>,
  isChosen: (item: ImportItem) => boolean,
): Promise<readonly string[]> {
  const chosen = store.getState().items.filter(isChosen);
  const photoIds = [...new Set(chosen.flatMap(({ imageId }) => imageId ?? []))];
  for (const requested of idBatches(photoIds)) {
    const { failed } = await call(deletePhotos, { body: { photoIds: [...requested] } });
    const gone = new Set(requested).difference(new Set(failed));
    const { items } = store.getState();
    runner.remove(...items.flatMap(({ id, imageId }) => (imageId && gone.has(imageId) ? [id] : [])));
    if (failed.length > 0) throw new Error('Some photos could not be removed');
  }
  return photoIds;
}
