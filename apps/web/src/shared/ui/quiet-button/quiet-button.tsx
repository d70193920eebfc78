import type { ReactNode } from 'react';
import classes from './quiet-button.module.css';

type Props = {
  icon: ReactNode;
  label: string;
  onPress: () => void;
  /** What it leads to takes something away. */
  isDangerous?: boolean;
};

/** An action beside photos that is out of the way: an icon, with its name where there is room. */
export function QuietButton({ icon, label, onPress, isDangerous = false }: Props) {
  return (
    <button
      type="button"
      className={classes.button}
      data-dangerous={isDangerous || undefined}
      title={label}
      onClick={onPress}
    >
      {icon}
      <span className={classes.label}>{label}</span>
    </button>
  );
}
