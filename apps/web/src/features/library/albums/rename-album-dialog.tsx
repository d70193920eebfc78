import { type Album, renameAlbum } from '@keepsake/contracts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog } from '#/shared/ui/dialog.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { AlbumNameForm } from './album-name-form.tsx';

type Props = { album: Album } & DialogProps;

/** Edits the name of an album [NAM-06, NAM-07]. */
export default function RenameAlbumDialog({ album, isOpen, onClose }: Props) {
  const { t } = useTranslation();
  const { albumId } = album;
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (name: string) => call(renameAlbum, { params: { albumId }, body: { name } }),
    meta: { action: 'RENAME_ALBUM', invalidates: ['Albums'] },
    onSuccess: onClose,
  });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('album.renameTitle')} isClosable={!isPending}>
      <AlbumNameForm
        initialName={album.albumName}
        confirm={t('album.save')}
        onSubmit={mutate}
        isPending={isPending}
        hasFailed={isError}
        secondary={
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {t('albums.cancel')}
          </Button>
        }
      />
    </Dialog>
  );
}
