import type { ReactNode } from 'react';
import classes from './quiet-button.module.css';

type Props = {
  icon: ReactNode;
  label: string;
  onPress: () => void;
  /** Leads to deleting something. */
  isDangerous?: boolean;
  /** Set for a toggle. */
  isPressed?: boolean;
};

/** An unobtrusive action beside photos: an icon, with its name where there is room. */
export function QuietButton({ icon, label, onPress, isDangerous = false, isPressed }: Props) {
  return (
    <button
      type="button"
      className={classes.button}
      data-dangerous={isDangerous || undefined}
      aria-pressed={isPressed}
      title={label}
      onClick={onPress}
    >
      {icon}
      <span className={classes.label}>{label}</span>
    </button>
  );
}
