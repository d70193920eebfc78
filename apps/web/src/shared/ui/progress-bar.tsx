import classes from './progress-bar.module.css';

type Props = { percent: number; label: string; isPaused?: boolean };

export function ProgressBar({ percent, label, isPaused = false }: Props) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={classes.bar}
      data-paused={isPaused}
    >
      <div className={classes.done} style={{ inlineSize: `${percent}%` }} />
    </div>
  );
}
