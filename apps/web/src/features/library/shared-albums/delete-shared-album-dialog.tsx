import { deleteSharedAlbum, type SharedAlbum } from '@keepsake/contracts';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { DialogActions, DialogAlert, Dialog } from '#/shared/ui/dialog.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { deletionKey } from './queries.ts';

type Props = { album: SharedAlbum; isOwner: boolean } & DialogProps;

/** Asks before an owner deletes a shared album for everybody, or a participant leaves it [SHA-13 to SHA-15]. */
export default function DeleteSharedAlbumDialog({ album, isOwner, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { albumId, albumName: name } = album;
  const { mutate, isPending, isError } = useMutation({
    mutationKey: deletionKey(albumId),
    mutationFn: () => call(deleteSharedAlbum, { params: { albumId } }),
    meta: { action: 'DELETE_SHARED_ALBUM', invalidates: ['User'] },
    async onSuccess(_data, _variables, _context, { client }) {
      onClose();
      showToast({ message: t('album.deleted', { name }), tone: 'success' });
      await navigate({ to: '/my-photos/albums' });
      client.removeQueries({ queryKey: ['SharedAlbums', 'album', albumId] });
      void client.invalidateQueries({ queryKey: ['SharedAlbums'] });
      void client.invalidateQueries({ queryKey: ['Albums'] });
    },
  });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('album.deleteTitle')} isClosable={!isPending}>
      <p>{t(isOwner ? 'sharedAlbum.deleteOwner' : 'sharedAlbum.deleteParticipant', { name })}</p>
      {isError && <DialogAlert>{t('album.deleteFailed')}</DialogAlert>}
      <DialogActions>
        <Button variant="default" onClick={onClose} disabled={isPending}>
          {t('albums.cancel')}
        </Button>
        <Button color="red" onClick={() => mutate()} loading={isPending}>
          {t('album.deleteTitle')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
