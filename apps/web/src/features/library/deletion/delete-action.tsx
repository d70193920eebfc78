import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PhotoAction } from '#/shared/photo-actions/photo-action.ts';
import { DeleteIcon } from '#/shared/ui/icons/action-icons.tsx';
import { accountQuery } from './account-query.ts';
import { openDeletePhotos } from './opener.ts';

/** Deleting photos from the library, as the bars and the preview offer it. */
export function useDeleteAction(): PhotoAction {
  const { t } = useTranslation();
  const isPermitted = useIsDeletionPermitted();
  return {
    key: 'delete',
    label: t('delete.action'),
    icon: <DeleteIcon />,
    disabledReason: () => (isPermitted ? null : t('delete.notPermitted')),
    start: ({ photoIds }, onDone) => openDeletePhotos(photoIds, onDone),
  };
}

/** Whether this customer may delete photos now [DEL-20]; assumed until it is known, the server decides anyway. */
export function useIsDeletionPermitted(): boolean {
  return useQuery(accountQuery).data?.isPhotoDeletionPermitted ?? true;
}
