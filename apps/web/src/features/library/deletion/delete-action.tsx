import { getAccountInformation } from '@keepsake/contracts/account/customers';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { call } from '#/shared/api/call.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { DeleteIcon } from '#/shared/ui/icons.tsx';

/** Asks for confirmation before deleting photos; `onDone` is called once they are deleted. */
export const deletePhotosDialog = defineDialog<{ photoIds: readonly string[]; onDone: () => void }>(
  'delete-photos',
  () => import('./delete-photos-dialog.tsx'),
);

/** The action that deletes photos from the library, for bars and preview. */
export function useDeleteAction(): PhotoAction {
  const { t } = useTranslation();
  const isPermitted = useIsDeletionPermitted();
  return {
    key: 'delete',
    label: t('delete.action'),
    icon: <DeleteIcon />,
    disabledReason: () => (isPermitted ? null : t('delete.notPermitted')),
    prepare: deletePhotosDialog.loadWhenIdle,
    start: ({ photoIds }, onDone) => deletePhotosDialog.open({ photoIds, onDone }),
  };
}

/** Whether the account may delete photos now [DEL-20]. Assumed until known, since the server enforces it anyway. */
export function useIsDeletionPermitted(): boolean {
  return useQuery(accountQuery).data?.isPhotoDeletionPermitted ?? true;
}

/** The account's permission to delete photos [DEL-20]; tagged 'User', so that deletions refresh it. */
const accountQuery = queryOptions({
  queryKey: ['User', 'account'],
  meta: { action: 'LOAD_ACCOUNT_INFORMATION' },
  queryFn: ({ signal }) => call(getAccountInformation, {}, { signal }),
});
