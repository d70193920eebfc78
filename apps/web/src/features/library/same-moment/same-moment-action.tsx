import { useTranslation } from 'react-i18next';
import { CalendarIcon } from '#/features/library/dates/index.ts';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';

/** Sets the clock of one of two cameras right; `albumId` is the album that is open, if any. */
const sameMomentDialog = defineDialog<{
  photoIds: readonly string[];
  albumId: string | undefined;
  onDone: () => void;
}>('same-moment', () => import('./same-moment-dialog.tsx'));

/** The action for two photos of one moment, by cameras whose clocks differ. */
export function useSameMomentAction(albumId?: string): PhotoAction {
  const { t } = useTranslation();
  return {
    key: 'sameMoment',
    label: t('dates.moment.action'),
    icon: <CalendarIcon />,
    isRare: true,
    // What it needs is said by the dialog: a thumb has no tooltip.
    disabledReason: () => null,
    prepare: sameMomentDialog.loadWhenIdle,
    start: ({ photoIds }, onDone) => sameMomentDialog.open({ photoIds, albumId, onDone }),
  };
}
