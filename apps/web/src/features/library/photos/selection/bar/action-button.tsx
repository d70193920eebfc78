import { useId } from 'react';
import type { PhotoAction } from '#/shared/extension-points.ts';
import classes from './selection-bar.module.css';

type Props = {
  action: PhotoAction;
  /** Why it is off, shown on hover and focus; null while it is on. */
  disabledReason: string | null;
  onPress: () => void;
};

/** An action of the bar. One that is off can still be reached, and says why. */
export function ActionButton({ action: { key, label, icon }, disabledReason, onPress }: Props) {
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
