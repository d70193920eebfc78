import { useTranslation } from 'react-i18next';
import type { PhotoAction } from '#/shared/extension-points.ts';
import { useFlag } from '#/shared/flags.tsx';
import { CopyToAlbumIcon, DeleteIcon, PrintIcon, RemoveFromAlbumIcon } from '#/shared/ui/icons.tsx';

/** Photo actions that are disabled in shared albums, with the reason [SHA-07 to SHA-10]. */
export function useUnavailableActions(): PhotoAction[] {
  const { t } = useTranslation();
  const isOrderPrintsOn = useFlag('PhotoManagementOrderPrintsEnabled');
  const why = t('sharedAlbum.unavailable');
  const off = { disabledReason: () => why, start: () => undefined };
  const orderPrints: PhotoAction = {
    ...off,
    key: 'orderPrints',
    label: t('sharedAlbum.orderPrints'),
    icon: <PrintIcon />,
  };
  return [
    ...(isOrderPrintsOn ? [orderPrints] : []),
    { ...off, key: 'copyToAlbum', label: t('copy.title'), icon: <CopyToAlbumIcon /> },
    { ...off, key: 'removeFromAlbum', label: t('remove.action'), icon: <RemoveFromAlbumIcon /> },
    { ...off, key: 'delete', label: t('delete.action'), icon: <DeleteIcon /> },
  ];
}
