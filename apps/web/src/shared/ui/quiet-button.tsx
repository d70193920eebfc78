import type { ReactNode } from 'react';
import classes from './quiet-button.module.css';

type Props = {
  icon: ReactNode;
  label: string;
  onPress: () => void;
  /** Starts a deletion. */
  isDangerous?: boolean;
  /** Set for a toggle. */
  isPressed?: boolean;
  /** Hides its name in narrow windows; for icons that everybody knows. */
  isCompact?: boolean;
};

/** An unobtrusive action beside photos. */
export function QuietButton({ icon, label, onPress, isDangerous, isPressed, isCompact }: Props) {
  return (
    <button
      type="button"
      className={classes.button}
      data-dangerous={isDangerous || undefined}
      data-compact={isCompact || undefined}
      aria-pressed={isPressed}
      title={label}
      onClick={onPress}
    >
      {icon}
      <span className={classes.label}>{label}</span>
    </button>
  );
}
