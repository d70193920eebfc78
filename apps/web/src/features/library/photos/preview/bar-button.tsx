import type { ReactNode } from 'react';
import classes from './bar-button.module.css';

type Props = {
  label: string;
  /** Why it cannot be pressed now; shown in place of its name. */
  disabledReason?: string | null;
  isPressed?: boolean;
  side?: 'previous' | 'next';
  onPress: () => void;
  children: ReactNode;
};

/** A button of the dark surface. Its name shows beside it while it is pointed at or focused; off, it says why. */
export function BarButton({ label, disabledReason, isPressed, side, onPress, children }: Props) {
  return (
    <button
      type="button"
      className={classes.button}
      data-side={side}
      aria-label={label}
      aria-pressed={isPressed}
      aria-disabled={disabledReason ? true : undefined}
      aria-description={disabledReason ?? undefined}
      onClick={() => !disabledReason && onPress()}
    >
      {children}
      <span className={classes.tip} aria-hidden="true">
        {disabledReason ?? label}
      </span>
    </button>
  );
}
