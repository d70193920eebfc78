import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags/use-flag.ts';
import type { PhotoAction } from '#/shared/photo-actions/photo-action.ts';
import {
  CopyToAlbumIcon,
  DeleteIcon,
  PrintIcon,
  RemoveFromAlbumIcon,
} from '#/shared/ui/icons/action-icons.tsx';

/** What can be done with photos elsewhere and not in a shared album, each with the reason [SHA-07 to SHA-10]. */
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
