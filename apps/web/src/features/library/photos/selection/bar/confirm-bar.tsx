import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ChosenPhotos, PhotoAction } from '#/shared/extension-points.ts';
import classes from './selection-bar.module.css';

type Props = {
  action: PhotoAction;
  confirm: NonNullable<PhotoAction['confirm']>;
  chosen: ChosenPhotos;
  /** Photos are being selected that are not all known yet. */
  isLookingUp: boolean;
  onStart: () => void;
  onBack: () => void;
};

/** Asks whether an action shall begin with the photos that are selected now [PRT-02, PRT-03]. */
export function ConfirmBar({ action, confirm, chosen, isLookingUp, onStart, onBack }: Props) {
  const { t } = useTranslation();
  const amount = chosen.photoIds.length;
  const isWaiting = isLookingUp || confirm.isPending;
  const disabledReason = amount === 0 ? t('selection.selectFirst') : action.disabledReason(chosen);
  return (
    <div className={classes.bar} role="toolbar" aria-label={action.label} data-confirm>
      {disabledReason && !isWaiting && <p className={classes.disabledReason}>{disabledReason}</p>}
      <Button variant="default" onClick={onBack} disabled={confirm.isPending}>
        {t('selection.back')}
      </Button>
      <Button
        ref={takeFocus}
        classNames={{ root: classes.confirm, label: classes.confirmLabel }}
        onClick={onStart}
        disabled={isWaiting || disabledReason !== null}
      >
        {isWaiting ? confirm.waiting : confirm.label(amount)}
      </Button>
    </div>
  );
}

/** The button that led here is gone, and with it the focus. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });
