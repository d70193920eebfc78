import { Button } from '@mantine/core';
import type { MutationKey } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useWayBack } from '#/shared/ui/way-back.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import type { NamedAlbum } from './album-name-form.tsx';

export type AlbumDeletion = {
  album: NamedAlbum;
  /** Tag of the album's queries. */
  tag: 'Albums' | 'SharedAlbums';
  /** Explains what happens to the album and its photos. */
  text: string;
  /** Name of the action in error reports. */
  action: string;
  send: () => Promise<unknown>;
};

type Props = { deletion: AlbumDeletion; mutationKey: MutationKey } & DialogProps;

/**
 * Asks for confirmation before an album is deleted or left, then navigates to the list of albums [ALD-30 to ALD-32, SHA-13 to
 * SHA-15].
 */
export default function DeleteAlbumDialog({ deletion, mutationKey, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  const goBackTo = useWayBack();
  const { album, tag, text, action, send } = deletion;
  const { mutate, isPending, error } = useMutation({
    mutationKey,
    mutationFn: send,
    meta: {
      action,
      removes: [tag, 'album', album.albumId],
      invalidates: ['User', 'Albums', 'SharedAlbums'],
    },
    // The album is removed only after navigating: its own page would reload it.
    async onSuccess() {
      onClose();
      showToast({ message: t('album.deleted', { name: album.albumName }), tone: 'success' });
      await goBackTo('/my-photos/albums');
    },
  });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('album.deleteTitle')} isClosable={!isPending}>
      <p>
        {text} {t('delete.final')}
      </p>
      {error && <DialogAlert error={error}>{t('album.deleteFailed')}</DialogAlert>}
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
