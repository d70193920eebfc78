import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { TurnIcon } from '#/shared/ui/icons.tsx';

const loadTurning = () => import('./turn-photos.ts');

/**
 * Turns the photo of a preview by a quarter, clockwise, as the key `r` does. The original stays as it is, and so does a photo whose
 * thumbnails are not made yet.
 */
export function useTurnAction(): PhotoAction {
  const { t } = useTranslation();
  const client = useQueryClient();
  return {
    key: 'turn',
    label: t('library.turn'),
    icon: <TurnIcon />,
    isRepeated: true,
    disabledReason: ({ photoIds: [photoId = ''], photoOf }) =>
      photoOf?.(photoId)?.thumbnailState === 'success' ? null : t('library.turnLater'),
    prepare: loadTurning,
    start: ({ photoIds: [photoId = ''], photoOf }) => {
      const photo = photoOf?.(photoId);
      if (photo) void loadTurning().then(({ turnPhoto }) => turnPhoto(client, photo));
    },
  };
}

/** The same for all photos of a selection, which stay selected: half a turn takes two presses. */
export function useTurnSelectionAction(): PhotoAction {
  const { t } = useTranslation();
  const client = useQueryClient();
  return {
    key: 'turn',
    label: t('library.turn'),
    icon: <TurnIcon />,
    isRare: true,
    disabledReason: () => null,
    prepare: loadTurning,
    start: ({ photoIds }) => {
      void loadTurning().then(({ turnSelection }) => turnSelection(client, photoIds));
    },
  };
}
