import type { Album } from '@keepsake/contracts/library/albums';
import { useTranslation } from 'react-i18next';
import type { ChosenPhotos, PhotoAction } from '#/features/library/photo-view/index.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { RemoveFromAlbumIcon } from './album-tile.tsx';
import type { RemovalProps } from './remove-from-album-dialog.tsx';

const removeFromAlbumDialog = defineDialog<RemovalProps>(
  'remove from album',
  () => import('./remove-from-album-dialog.tsx'),
);

type Options = {
  album: Album;
  /** Deletes a photo from the library instead; absent if that is not permitted [DEL-06]. */
  deletePhotos?: (chosen: ChosenPhotos, onDone: () => void) => void;
};

/** Removes photos from an album [ALD-19]. */
export function useRemoveFromAlbumAction({ album, deletePhotos }: Options): PhotoAction {
  const { t } = useTranslation();
  return {
    key: 'removeFromAlbum',
    label: t('remove.action'),
    icon: <RemoveFromAlbumIcon />,
    disabledReason: () => null,
    prepare: removeFromAlbumDialog.loadWhenIdle,
    start(chosen, onDone) {
      const { photoIds } = chosen;
      const isOne = photoIds.length === 1;
      const onDeletePhoto = isOne && deletePhotos ? () => deletePhotos(chosen, onDone) : undefined;
      removeFromAlbumDialog.open({ album, photoIds, onDone, onDeletePhoto });
    },
  };
}
