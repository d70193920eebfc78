import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog } from '#/shared/ui/dialog.tsx';
import { AlbumNameForm } from './album-name-form.tsx';
import { useCreateAlbum } from './queries.ts';

/** Creates an album and opens it [ALB-14 to ALB-17]. */
export default function CreateAlbumDialog({ isOpen, onClose }: DialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate, isPending, isError } = useCreateAlbum();

  function create(name: string) {
    mutate(name, {
      onSuccess: (albumId) => {
        onClose();
        void navigate({ to: '/my-photos/albums/$albumId', params: { albumId } });
      },
    });
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('albums.createTitle')} isClosable={!isPending}>
      <AlbumNameForm
        confirm={t('albums.createConfirm')}
        onSubmit={create}
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
