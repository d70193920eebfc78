import type { Album } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import type { ChosenPhotos, PhotoAction } from '#/shared/extension-points.ts';
import { useFlag } from '#/shared/flags.tsx';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { CopyToAlbumIcon, RemoveFromAlbumIcon } from '#/shared/ui/icons.tsx';
import type { CopyToAlbumProps } from './copy-to-album-dialog.tsx';
import type { RemovalProps } from './remove-from-album-dialog.tsx';

const copyToAlbumDialog = defineDialog<CopyToAlbumProps>(
  'copy to album',
  () => import('./copy-to-album-dialog.tsx'),
);

/** Copies photos to an album; null while the album flag is off [TL-17, PRV-04, ALD-18]. */
export function useCopyToAlbumAction(): PhotoAction | null {
  const { t } = useTranslation();
  if (!useFlag('PhotoManagementAlbumViewEnabled')) return null;
  return {
    key: 'copyToAlbum',
    label: t('copy.title'),
    icon: <CopyToAlbumIcon />,
    disabledReason: () => null,
    start: ({ photoIds }, onDone) => copyToAlbumDialog.open({ photoIds, onDone }),
  };
}

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
    start(chosen, onDone) {
      const { photoIds } = chosen;
      const isOne = photoIds.length === 1;
      const onDeletePhoto = isOne && deletePhotos ? () => deletePhotos(chosen, onDone) : undefined;
      removeFromAlbumDialog.open({ album, photoIds, onDone, onDeletePhoto });
    },
  };
}
