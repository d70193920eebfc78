import { type Album, renameAlbum } from '@keepsake/contracts/library/albums';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { AlbumNameDialog } from './album-name-form.tsx';
import { albumQuery } from './queries.ts';

/** Edits the name of an album [NAM-06, NAM-07]. */
export default function RenameAlbumDialog({ album, ...dialog }: { album: Album } & DialogProps) {
  const { t } = useTranslation();
  const { albumId } = album;
  const { data: present = album } = useQuery({ ...albumQuery(albumId), enabled: dialog.isOpen });
  const saving = useMutation({
    mutationFn: (name: string) => call(renameAlbum, { params: { albumId }, body: { name } }),
    meta: { action: 'RENAME_ALBUM', invalidates: ['Albums'] },
    onSuccess: dialog.onClose,
  });
  return (
    <AlbumNameDialog
      {...dialog}
      title={t('album.renameTitle')}
      initialName={present.albumName}
      confirm={t('album.save')}
      onSubmit={saving.mutate}
      saving={saving}
    />
  );
}
