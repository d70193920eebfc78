import type { Album } from '@keepsake/contracts/library/albums';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { drawing } from '#/shared/ui/icons.tsx';

/** A picture on a page. */
const CoverIcon = drawing(
  'M6.5 3.5h11a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19V5a1.5 1.5 0 0 1 1.5-1.5zM8 7h8v6.5H8zM9.5 17h5',
);

const loadChoosing = () => import('./choose-cover.ts');

/** Uses one photo as the cover of its album, instead of the one added last. */
export function useCoverAction({ albumId, coverPhoto, isCoverChosen }: Album): PhotoAction {
  const { t } = useTranslation();
  const client = useQueryClient();
  const chosenId = isCoverChosen && coverPhoto ? coverPhoto.imageId : null;
  return {
    key: 'useAsCover',
    label: t('album.useAsCover'),
    icon: <CoverIcon />,
    isRare: true,
    disabledReason({ photoIds }) {
      if (photoIds.length !== 1) return t('album.coverIsOne');
      return photoIds[0] === chosenId ? t('album.isCover') : null;
    },
    prepare: loadChoosing,
    start({ photoIds: [photoId = ''] }, onDone) {
      void loadChoosing().then(({ chooseCover }) =>
        chooseCover({ client, albumId, photoId, before: chosenId, onDone }),
      );
    },
  };
}
