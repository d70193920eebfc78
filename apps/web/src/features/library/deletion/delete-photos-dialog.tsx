import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUndoDeletion } from '#/features/library/restoring/index.ts';
import { countsQuery } from '#/features/library/state/index.ts';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { usePush } from '#/shared/push.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
import { ProgressBar } from '#/shared/ui/progress-bar.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { DeletionError, hideAndDelete, showReturned } from './delete-photos.ts';
import { Finality, PhotoUses } from './photo-uses.tsx';

type Props = DialogProps & { photoIds: readonly string[]; onDone: () => void };

/** From this many photos on, deleting takes long enough to show its progress. */
const LONG = 1_000;

/** Asks before photos are deleted: idle, loading, error [DEL-01, DEL-02]. An error keeps it open [DEL-04, DEL-05]. */
export default function DeletePhotosDialog({ photoIds, onDone, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  const { deleted, mutate, isPending, error, variables } = useDeletion(() => {
    onClose();
    onDone();
  });
  useReturned();
  // A retry covers only what the first attempt left.
  const requested = error instanceof DeletionError ? error.remaining : photoIds;
  const remaining = useRemaining(requested, isOpen);
  // While deleting, push messages about its own photos change nothing here.
  const photos = isPending ? variables : remaining;
  const count = photos.length;

  const closeEmpty = useEffectEvent(onClose);
  useEffect(() => {
    if (isOpen && count === 0) closeEmpty();
  }, [isOpen, count]);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('delete.title', { count })} isClosable={!isPending}>
      <Consequences photoIds={photos} />
      {isPending && photoIds.length > LONG && (
        <ProgressBar
          percent={Math.floor((deleted / photoIds.length) * 100)}
          label={t('delete.progress', { done: deleted, total: photoIds.length })}
        />
      )}
      {error && <DialogAlert error={error}>{t('delete.failed', { count: photoIds.length })}</DialogAlert>}
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={isPending}>
          {t('delete.cancel')}
        </Button>
        <Button color="red" onClick={() => mutate(photos)} loading={isPending}>
          {t('delete.confirm', { count })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Consequences({ photoIds }: Pick<Props, 'photoIds'>) {
  const { t } = useTranslation();
  return (
    <>
      <p>
        {t('delete.text', { count: photoIds.length })} <Finality />
      </p>
      <PhotoUses photoIds={photoIds} />
    </>
  );
}

function useDeletion(onSuccess: () => void) {
  const [deleted, setDeleted] = useState(0);
  const { data: counts } = useQuery(countsQuery);
  const offerUndo = useUndoDeletion();
  /** Also of attempts that left some. */
  const requested = useRef(new Set<string>());
  const deletion = useMutation({
    mutationFn(photoIds: readonly string[]) {
      for (const photoId of photoIds) requested.current.add(photoId);
      return hideAndDelete(photoIds, setDeleted);
    },
    meta: { action: 'DELETE_PHOTOS', invalidates: [...PHOTO_TAGS, 'Albums'] },
    onSuccess() {
      onSuccess();
      if (counts?.deletedDays) offerUndo([...requested.current]);
    },
  });
  return { ...deletion, deleted };
}

/** Shows photos again that came back elsewhere: a closed dialog goes on listening. */
function useReturned(): void {
  usePush('photos-changed', ({ data: { change, photoIds } }) => {
    if (change === 'added') showReturned(photoIds);
  });
}

const NONE: ReadonlySet<string> = new Set();

/** The photos in question without those deleted elsewhere since the dialog opened. */
function useRemaining(photoIds: readonly string[], isOpen: boolean): readonly string[] {
  const [gone, setGone] = useState(NONE);
  usePush('photos-changed', ({ data }) => {
    if (isOpen && data.change === 'deleted') setGone((before) => new Set([...before, ...data.photoIds]));
  });
  return useMemo(
    () => (gone.size === 0 ? photoIds : photoIds.filter((id) => !gone.has(id))),
    [photoIds, gone],
  );
}
