import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { AlbumNameDialog } from './album-name-form.tsx';
import { createAlbum } from './queries.ts';

/** Creates an album and opens it [ALB-14 to ALB-17]. */
export default function CreateAlbumDialog(dialog: DialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const saving = useMutation({
    mutationFn: createAlbum,
    meta: { action: 'CREATE_ALBUM', invalidates: ['Albums', 'User'] },
    onSuccess(albumId) {
      dialog.onClose();
      void navigate({ to: '/my-photos/albums/$albumId', params: { albumId } });
    },
  });
  return (
    <AlbumNameDialog
      {...dialog}
      title={t('albums.createTitle')}
      confirm={t('albums.createConfirm')}
      onSubmit={saving.mutate}
      saving={saving}
    />
  );
}
