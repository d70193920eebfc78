import type { Album } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import type { ChosenPhotos, PhotoAction } from '#/shared/photo-actions/photo-action.ts';
import { RemoveFromAlbumIcon } from '#/shared/ui/icons/action-icons.tsx';
import { openRemoval } from './albums-opener.ts';

type Options = {
  album: Album;
  /** Deletes a photo from the library instead; absent where that is not permitted [DEL-06]. */
  deletePhotos?: (chosen: ChosenPhotos, onDone: () => void) => void;
};

/** Taking photos out of an album, as its bar and its preview offer it [ALD-19]. */
export function useRemoveFromAlbumAction({ album, deletePhotos }: Options): PhotoAction {
  const { t } = useTranslation();
  return {
    key: 'removeFromAlbum',
    label: t('remove.action'),
    icon: <RemoveFromAlbumIcon />,
    disabledReason: () => null,
    start(chosen, onDone) {
      const { photoIds } = chosen;
      const isOne = photoIds.length === 1;
      const onDeletePhoto = isOne && deletePhotos ? () => deletePhotos(chosen, onDone) : undefined;
      openRemoval({ album, photoIds, onDone, onDeletePhoto });
    },
  };
}
