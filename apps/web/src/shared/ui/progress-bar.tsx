import classes from './progress-bar.module.css';

/** Progress is announced to screen readers in steps of this many percent, so that they do not talk all the time. */
const ANNOUNCED_STEP = 25;

export const announcedPercent = (percent: number) => Math.floor(percent / ANNOUNCED_STEP) * ANNOUNCED_STEP;

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
