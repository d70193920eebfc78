import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags/use-flag.ts';
import type { PhotoAction } from '#/shared/photo-actions/photo-action.ts';
import { CopyToAlbumIcon } from '#/shared/ui/icons/action-icons.tsx';
import { openCopyToAlbum } from './albums-opener.ts';

/** Copying photos to an album; null while the album flag is off [TL-17, PRV-04, ALD-18]. */
export function useCopyToAlbumAction(): PhotoAction | null {
  const { t } = useTranslation();
  if (!useFlag('PhotoManagementAlbumViewEnabled')) return null;
  return {
    key: 'copyToAlbum',
    label: t('copy.title'),
    icon: <CopyToAlbumIcon />,
    disabledReason: () => null,
    start: ({ photoIds }, onDone) => openCopyToAlbum({ photoIds, onDone }),
  };
}
