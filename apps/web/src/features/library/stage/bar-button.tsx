import type { ReactNode } from 'react';
import classes from './bar-button.module.css';

type Props = {
  label: string;
  /** Tooltip shown instead of the name while disabled. */
  disabledReason?: string | null;
  isPressed?: boolean;
  /** The pressed button's sign is filled, as it is where it marks the photo. */
  isMarked?: boolean;
  side?: 'previous' | 'next';
  /** Every press counts, also in quick succession, and leaves the menu open that the button is in. */
  isRepeated?: boolean | undefined;
  onPress: () => void;
  children: ReactNode;
};

/** A button on the dark surface. On hover or focus it shows its name, or why it is disabled. */
export function BarButton({ label, disabledReason, isPressed, isMarked, side, isRepeated, ...rest }: Props) {
  const { onPress, children } = rest;
  return (
    <button
      type="button"
      className={classes.button}
      data-side={side}
      data-repeats={side ?? isRepeated}
      aria-label={label}
      aria-pressed={isPressed}
      data-marked={isMarked || undefined}
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
