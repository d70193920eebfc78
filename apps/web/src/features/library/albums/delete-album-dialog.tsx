import { type Album, deleteAlbum } from '@keepsake/contracts';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { DialogActions, DialogAlert, Dialog } from '#/shared/ui/dialog.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { deletionKey } from './queries.ts';

type Props = { album: Album } & DialogProps;

/** Asks before an album is deleted; its photos stay in the library [ALD-30 to ALD-32]. */
export default function DeleteAlbumDialog({ album, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { albumId, albumName } = album;
  const { mutate, isPending, isError } = useMutation({
    mutationKey: deletionKey(albumId),
    mutationFn: () => call(deleteAlbum, { params: { albumId } }),
    meta: { action: 'DELETE_ALBUM', invalidates: ['User'] },
    async onSuccess(_data, _variables, _context, { client }) {
      onClose();
      showToast({ message: t('album.deleted', { name: albumName }), tone: 'success' });
      await navigate({ to: '/my-photos/albums' });
      // Not before leaving: the album's own page would reload the deleted album.
      client.removeQueries({ queryKey: ['Albums', 'album', albumId] });
      void client.invalidateQueries({ queryKey: ['Albums'] });
    },
  });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('album.deleteTitle')} isClosable={!isPending}>
      <p>{t('album.deleteText', { name: albumName })}</p>
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
