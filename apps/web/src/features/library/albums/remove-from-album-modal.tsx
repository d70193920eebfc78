import { Anchor, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useIsMobile } from '#/shared/layout/layout.ts';
import { DialogActions, DialogAlert } from '#/shared/ui/dialog/dialog-parts.tsx';
import { Modal } from '#/shared/ui/modal/modal.tsx';
import { showToast } from '#/shared/ui/toasts/toast-store.ts';
import { closeRemoval, type RemovalAsked } from './albums-opener.ts';
import { removeHidden } from './queries.ts';

type Props = RemovalAsked & { isOpen: boolean };

/** Asks before photos leave an album; of a single one it offers deletion, too [DEL-06]. */
export default function RemovalModal({ album, photoIds, onDone, onDeletePhoto, isOpen }: Props) {
  const { t } = useTranslation();
  const { albumId, albumName: name } = album;
  const count = photoIds.length;
  const { mutate, reset, isPending, isError } = useMutation({
    mutationFn: () => removeHidden(albumId, photoIds),
    meta: { action: 'REMOVE_FROM_ALBUM', invalidates: ['Albums'] },
    onSuccess() {
      close();
      showToast({ message: t('remove.done', { count, name }), tone: 'success' });
      onDone();
    },
  });

  function close() {
    closeRemoval();
    reset();
  }
  function deleteInstead() {
    close();
    onDeletePhoto?.();
  }
  return (
    <Modal isOpen={isOpen} onClose={close} title={t('remove.title', { count })} isClosable={!isPending}>
      <p>{t('remove.text', { count, name })}</p>
      {isError && <DialogAlert>{t('remove.failed', { count })}</DialogAlert>}
      <DialogActions>
        {onDeletePhoto && !isPending && <DeletePhoto onPress={deleteInstead} />}
        <Button variant="default" onClick={close} disabled={isPending}>
          {t('albums.cancel')}
        </Button>
        <Button onClick={() => mutate()} loading={isPending}>
          {t('remove.confirm')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** A button for thumbs, a link for pointers [DEL-07]. */
function DeletePhoto({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation();
  const text = t('remove.deletePhoto');
  if (useIsMobile()) {
    return (
      <Button variant="outline" color="red" onClick={onPress}>
        {text}
      </Button>
    );
  }
  return (
    <Anchor component="button" type="button" c="var(--danger)" me="auto" onClick={onPress}>
      {text}
    </Anchor>
  );
}
