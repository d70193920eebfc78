import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ChosenPhotos, PhotoAction } from '#/features/library/photo-view/index.ts';
import { HeartIcon } from '#/shared/ui/icons.tsx';
import { areFavourites } from './marks-of-page.ts';

const loadMarking = () => import('./mark-photos.ts');

/** Marks photos as favourites; takes the mark away where all have it. `areAll`: the view has favourites alone. */
export function useFavouriteAction(areAll = false): PhotoAction {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isMarked = (chosen: ChosenPhotos) => areFavourites(chosen, areAll);
  return {
    key: 'favourite',
    label: t('library.favourite'),
    takeBackLabel: t('library.removeFavourite'),
    icon: <HeartIcon />,
    disabledReason: () => null,
    isPressed: isMarked,
    prepare: loadMarking,
    start: (chosen) => {
      const isFavourite = !isMarked(chosen);
      void loadMarking().then(({ markPhotos }) => markPhotos(client, chosen, isFavourite));
    },
  };
}
