import type { Photo } from '@keepsake/contracts/library/photos';
import { useTranslation } from 'react-i18next';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { drawing } from '#/shared/ui/icons.tsx';

export const CalendarIcon = drawing(
  'M6 5.5h12a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2V7.5a2 2 0 0 1 2-2zM4 9.8h16M8.3 3.6v3.6M15.7 3.6v3.6',
);

/** Changes the dates of photos; `photo` is the one whose date is there to begin with, `undatedIds` are those that may have none. */
const changeDateDialog = defineDialog<{
  photoIds: readonly string[];
  photo: Photo | undefined;
  undatedIds: readonly string[];
  onDone: () => void;
}>('change-date', () => import('./change-date-dialog.tsx'));

/** The action that changes the dates of photos. */
export function useChangeDateAction(): PhotoAction {
  const { t } = useTranslation();
  return {
    key: 'changeDate',
    label: t('dates.action'),
    icon: <CalendarIcon />,
    isRare: true,
    disabledReason: () => null,
    prepare: changeDateDialog.loadWhenIdle,
    start({ photoIds, photoOf }, onDone) {
      const photo = photoIds.length === 1 ? photoOf?.(photoIds[0] ?? '') : undefined;
      const undatedIds = photoIds.filter((photoId) => !photoOf?.(photoId)?.dateTaken);
      changeDateDialog.open({ photoIds, photo, undatedIds, onDone });
    },
  };
}
