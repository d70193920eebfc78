import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PHOTO_TAGS } from '#/shared/api/photo-tags.ts';
import { DialogActions, DialogAlert } from '#/shared/ui/dialog/dialog-parts.tsx';
import { Modal } from '#/shared/ui/modal/modal.tsx';
import { ProgressBar } from '#/shared/ui/progress/progress-bar.tsx';
import { closeDeletePhotos } from '../opener.ts';
import { UsedInOrders } from '../used/used-in-orders.tsx';
import { deleteHidden } from './delete-hidden.ts';
import { DeletionError } from './delete-in-batches.ts';
import { useStillThere } from './use-still-there.ts';

type Props = { photoIds: readonly string[]; onDone: () => void; isOpen: boolean };

/** Batches take long enough to be worth a number from this many photos on. */
const LONG = 1_000;

/** Asks before photos are deleted: idle, loading, error [DEL-01, DEL-02]. An error keeps it open [DEL-04, DEL-05]. */
export default function DeletePhotosModal({ photoIds, onDone, isOpen }: Props) {
  const { t } = useTranslation();
  const [deleted, setDeleted] = useState(0);
  const { mutate, reset, isPending, error, variables } = useDeletion({
    onProgress: setDeleted,
    onSuccess: () => {
      close();
      onDone();
    },
  });
  // A second try is about what the first one left.
  const asked = error instanceof DeletionError ? error.remaining : photoIds;
  const stillThere = useStillThere(asked, isOpen);
  // The news of what it deletes itself change nothing while it is under way.
  const rest = isPending ? variables : stillThere;
  const count = rest.length;

  function close() {
    reset();
    setDeleted(0);
    closeDeletePhotos();
  }
  const closeEmpty = useEffectEvent(close);
  useEffect(() => {
    if (isOpen && count === 0) closeEmpty();
  }, [isOpen, count]);
  return (
    <Modal isOpen={isOpen} onClose={close} title={t('delete.title', { count })} isClosable={!isPending}>
      <p>{t('delete.text', { count })}</p>
      <UsedInOrders photoIds={rest} />
      {isPending && photoIds.length > LONG && (
        <ProgressBar
          percent={Math.floor((deleted / photoIds.length) * 100)}
          label={t('delete.progress', { done: deleted, total: photoIds.length })}
        />
      )}
      {error && <DialogAlert>{t('delete.failed', { count: photoIds.length })}</DialogAlert>}
      <DialogActions>
        <Button variant="default" onClick={close} disabled={isPending}>
          {t('delete.cancel')}
        </Button>
        <Button color="red" onClick={() => mutate(rest)} loading={isPending}>
          {t('delete.confirm', { count })}
        </Button>
      </DialogActions>
    </Modal>
  );
}

type Events = { onProgress: (deleted: number) => void; onSuccess: () => void };

function useDeletion({ onProgress, onSuccess }: Events) {
  return useMutation({
    mutationFn: (photoIds: readonly string[]) => deleteHidden(photoIds, onProgress),
    meta: { action: 'DELETE_PHOTOS', invalidates: [...PHOTO_TAGS, 'Albums'] },
    onSuccess,
  });
}
