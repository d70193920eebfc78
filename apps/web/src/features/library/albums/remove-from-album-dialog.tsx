import type { Album } from '@keepsake/contracts/library/albums';
import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useHasMouse } from '#/shared/layout.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { removeFromAlbum } from './queries.ts';

export type RemovalProps = {
  album: Album;
  photoIds: readonly string[];
  onDone: () => void;
  /** Deletes the photo from the library instead, if that is permitted. */
  onDeletePhoto?: () => void;
};

/** Asks for confirmation before removing photos from an album, and offers to delete a single one from the library [DEL-06]. */
export default function RemoveFromAlbumDialog(props: RemovalProps & DialogProps) {
  const { album, photoIds, onDone, onDeletePhoto, isOpen, onClose } = props;
  const { t } = useTranslation();
  const { albumId, albumName: name } = album;
  const count = photoIds.length;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => removeFromAlbum(albumId, photoIds),
    meta: { action: 'REMOVE_FROM_ALBUM', invalidates: ['Albums'] },
    onSuccess() {
      onClose();
      showToast({ message: t('remove.done', { count, name }), tone: 'success' });
      onDone();
    },
  });

  function deleteInstead() {
    onClose();
    onDeletePhoto?.();
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('remove.title', { count })} isClosable={!isPending}>
      <p>{t('remove.text', { count, name })}</p>
      {error && <DialogAlert error={error}>{t('remove.failed', { count })}</DialogAlert>}
      <DialogActions>
        {onDeletePhoto && !isPending && <DeletePhoto onPress={deleteInstead} />}
        <Button variant="default" onClick={onClose} disabled={isPending}>
          {t('albums.cancel')}
        </Button>
        <Button onClick={() => mutate()} loading={isPending}>
          {t('remove.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** A button on touch devices, a link with a mouse [DEL-07]. */
function DeletePhoto({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation();
  const text = t('remove.deletePhoto');
  if (!useHasMouse()) {
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
