import { Button } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChosenPhotos, PhotoAction } from '#/shared/extension-points.ts';
import { selectedIds } from '../selection/selection.ts';
import type { ViewSelection } from '../selection/use-selection.ts';
import classes from './selection-bar.module.css';

type Props = {
  selection: ViewSelection;
  actions: readonly PhotoAction[];
  /** The action that is asked about before it begins, if one is. */
  asked: PhotoAction['key'] | null;
  onAsk: (key: PhotoAction['key'] | null) => void;
  /** What is known of the photos beside their ids. */
  context: Omit<ChosenPhotos, 'photoIds'>;
  /** Something succeeded with these photos [SEL-06..08]; after a failure the selection stays [SEL-09]. */
  onDone: (photoIds: readonly string[]) => void;
};

/** What can be done with the selected photos: at the bottom, where the thumb is [TL-16..20]. */
export default function SelectionBar({ selection, actions, asked, onAsk, context, onDone }: Props) {
  const { t } = useTranslation();
  const chosen = { photoIds: selectedIds(selection.selection), ...context };
  const done = () => onDone(chosen.photoIds);
  const whyNone =
    selection.awaited > 0
      ? t('selection.awaited', { count: selection.awaited })
      : chosen.photoIds.length === 0
        ? t('selection.selectFirst')
        : null;
  const inQuestion = actions.find(({ key }) => key === asked);
  if (inQuestion?.confirm) {
    return (
      <ConfirmBar
        action={inQuestion}
        confirm={inQuestion.confirm}
        chosen={chosen}
        isLookingUp={selection.awaited > 0}
        onStart={() => inQuestion.start(chosen, done)}
        onBack={() => onAsk(null)}
      />
    );
  }
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('selection.actions')}>
      {actions.map((action) => (
        <ActionButton
          key={action.key}
          action={action}
          disabledReason={whyNone ?? action.disabledReason(chosen)}
          onPress={() => (action.confirm ? onAsk(action.key) : action.start(chosen, done))}
        />
      ))}
    </div>
  );
}

type ConfirmBarProps = {
  action: PhotoAction;
  confirm: NonNullable<PhotoAction['confirm']>;
  chosen: ChosenPhotos;
  /** Photos are being selected that are not all known yet. */
  isLookingUp: boolean;
  onStart: () => void;
  onBack: () => void;
};

/** Asks whether an action shall begin with the photos that are selected now [PRT-02, PRT-03]. */
function ConfirmBar({ action, confirm, chosen, isLookingUp, onStart, onBack }: ConfirmBarProps) {
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

type ActionButtonProps = {
  action: PhotoAction;
  /** Why it is off, shown on hover and focus; null while it is on. */
  disabledReason: string | null;
  onPress: () => void;
};

/** An action of the bar. One that is off can still be reached, and says why. */
function ActionButton({ action: { key, label, icon }, disabledReason, onPress }: ActionButtonProps) {
  const reasonId = useId();
  const isOff = disabledReason !== null;
  return (
    <span className={classes.slot}>
      <button
        type="button"
        className={classes.action}
        data-action={key}
        aria-disabled={isOff}
        aria-describedby={isOff ? reasonId : undefined}
        onClick={isOff ? undefined : onPress}
      >
        {icon}
        <span className={classes.label}>{label}</span>
      </button>
      {isOff && (
        <span id={reasonId} role="tooltip" className={classes.reason}>
          {disabledReason}
        </span>
      )}
    </span>
  );
}
