import { deleteForGood, emptyDeletedPhotos } from '@keepsake/contracts/library/deleted-photos';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { hideAndRemove } from '#/features/library/state/index.ts';
import { call, idBatches } from '#/shared/api/call.ts';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';

type Props = DialogProps & { photoIds: readonly string[] | 'all'; count: number; onDone: () => void };

/** Asks once before photos are deleted for good. A failure keeps it open. */
export default function EndDialog({ photoIds, count, onDone, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => (photoIds === 'all' ? endAll() : endForGood(photoIds)),
    meta: { action: 'DELETE_FOR_GOOD', invalidates: PHOTO_TAGS },
    onSuccess() {
      onClose();
      showToast({ message: t('deleted.ended', { count }), tone: 'success' });
      onDone();
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('deleted.endTitle', { count })}
      isClosable={!isPending}
    >
      <p>
        {t('deleted.endText', { count })} {t('delete.final')}
      </p>
      {error && <DialogAlert error={error}>{t('delete.failed', { count })}</DialogAlert>}
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={isPending}>
          {t('delete.cancel')}
        </Button>
        <Button color="red" onClick={() => mutate()} loading={isPending}>
          {t('deleted.end')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Deletes deleted photos for good. They disappear at once; those of failed batches reappear. */
function endForGood(photoIds: readonly string[]): Promise<void> {
  return hideAndRemove('deleted', photoIds, async (onEnded) => {
    for (const batch of idBatches(photoIds)) {
      await call(deleteForGood, { body: { photoIds: [...batch] } });
      onEnded(batch);
    }
  });
}

/** Deletes all deleted photos for good, also those that are not loaded. */
const endAll = (): Promise<unknown> => call(emptyDeletedPhotos, {});
