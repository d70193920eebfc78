import { type Album, renameAlbum } from '@keepsake/contracts/library/albums';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { AlbumNameDialog } from './album-name-form.tsx';

/** Edits the name of an album [NAM-06, NAM-07]. */
export default function RenameAlbumDialog({ album, ...dialog }: { album: Album } & DialogProps) {
  const { t } = useTranslation();
  const { albumId } = album;
  const saving = useMutation({
    mutationFn: (name: string) => call(renameAlbum, { params: { albumId }, body: { name } }),
    meta: { action: 'RENAME_ALBUM', invalidates: ['Albums'] },
    onSuccess: dialog.onClose,
  });
  return (
    <AlbumNameDialog
      {...dialog}
      title={t('album.renameTitle')}
      initialName={album.albumName}
      confirm={t('album.save')}
      onSubmit={saving.mutate}
      saving={saving}
    />
  );
}
