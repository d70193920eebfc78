import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChosenPhotos, PhotoAction } from '#/features/library/photo-view/index.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import { ShareIcon } from '#/shared/ui/icons.tsx';
import type { LeavingPhotos } from './download-action.tsx';

/** Limits for handing photos to a phone's share sheet, since all of them are held in its memory. */
const SHARE_LIMITS = { max: 10, megabytes: 100 } as const;
const MAX_SHARED_BYTES = SHARE_LIMITS.megabytes * 1024 ** 2;

const shareDialog = defineDialog<LeavingPhotos>('share photos', () => import('./share-dialog.tsx'));

/** Shares a few photos through the share sheet of a touch device, for example with its gallery. */
export function useShareAction(): PhotoAction[] {
  const { t } = useTranslation();
  const [canShare] = useState(canShareFiles);
  if (!canShare) return [];
  return [
    {
      key: 'share',
      label: t('share.action'),
      icon: <ShareIcon />,
      disabledReason: (chosen) => (isTooMuch(chosen) ? t('share.tooMuch', SHARE_LIMITS) : null),
      prepare: shareDialog.loadWhenIdle,
      start: (chosen, onDone) => shareDialog.open({ chosen, onDone }),
    },
  ];
}

function canShareFiles(): boolean {
  if (!window.matchMedia('(pointer: coarse)').matches) return false;
  return navigator.canShare?.({ files: [new File([''], 'a.jpg', { type: 'image/jpeg' })] }) ?? false;
}

/** All files are in memory at once, and phones have little of it. */
function isTooMuch({ photoIds, photoOf }: ChosenPhotos): boolean {
  if (photoIds.length > SHARE_LIMITS.max) return true;
  return photoIds.reduce((sum, id) => sum + (photoOf?.(id)?.bytes ?? 0), 0) > MAX_SHARED_BYTES;
}
