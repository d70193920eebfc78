import { useTranslation } from 'react-i18next';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { useRestore } from '#/features/library/restoring/index.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { DeleteIcon, drawing } from '#/shared/ui/icons.tsx';

/** Asks before deleted photos are deleted for good: these, or all. `onDone` is called once they are. */
export const endDialog = defineDialog<{
  photoIds: readonly string[] | 'all';
  count: number;
  onDone: () => void;
}>('delete-for-good', () => import('./end-dialog.tsx'));

/** An arrow that turns back. */
export const RestoreIcon = drawing('M4.5 5v4.5H9M4.8 9.3A8 8 0 1 1 4 12.5');

/** What can be done with deleted photos, for bar and preview. */
export function useDeletedActions(): PhotoAction[] {
  const { t } = useTranslation();
  const { restore, isPending } = useRestore();
  return [
    {
      key: 'restore',
      label: t('deleted.restore'),
      icon: <RestoreIcon />,
      disabledReason: () => (isPending ? t('deleted.restoring') : null),
      start: ({ photoIds }, onDone) => restore(photoIds, { onSuccess: onDone }),
    },
    {
      key: 'deleteForGood',
      label: t('deleted.end'),
      icon: <DeleteIcon />,
      disabledReason: () => null,
      prepare: endDialog.loadWhenIdle,
      start: ({ photoIds }, onDone) => endDialog.open({ photoIds, count: photoIds.length, onDone }),
    },
  ];
}
