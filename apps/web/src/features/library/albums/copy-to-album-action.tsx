import { useTranslation } from 'react-i18next';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { CopyToAlbumIcon } from '#/shared/ui/icons.tsx';
import type { CopyToAlbumProps } from './copy-to-album-dialog.tsx';

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
    prepare: copyToAlbumDialog.loadWhenIdle,
    start: ({ photoIds }, onDone) => copyToAlbumDialog.open({ photoIds, onDone }),
  };
}
