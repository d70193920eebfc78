import type { ReactNode } from 'react';
import classes from './states.module.css';

type Props = {
  /** A single sentence. */
  children: ReactNode;
  /** A single main action. */
  action?: ReactNode;
  drawing?: ReactNode;
  /** What else may be the case, below the action. */
  note?: ReactNode;
};

/** A screen without contents: a small drawing, a sentence and a main action. */
export function EmptyState({ children, action, drawing, note }: Props) {
  return (
    <div className={classes.state}>
      {drawing ?? <EmptyDrawing />}
      <p className={classes.sentence}>{children}</p>
      {action}
      {note}
    </div>
  );
}

/** Two empty prints. */
function EmptyDrawing() {
  return (
    <svg
      className={classes.drawing}
      width="148"
      height="112"
      viewBox="0 0 148 112"
      fill="none"
      aria-hidden="true"
    >
      <g stroke="var(--line-strong)" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round">
        <g transform="rotate(-9 52 62)" fill="var(--surface)">
          <rect x="18" y="26" width="66" height="74" rx="5" />
          <rect x="25" y="33" width="52" height="48" rx="3" fill="var(--paper)" />
        </g>
        <g transform="rotate(7 94 56)" fill="var(--surface)">
          <rect x="60" y="14" width="70" height="80" rx="5" />
          <rect
            x="68"
            y="22"
            width="54"
            height="50"
            rx="3"
            fill="var(--accent-soft)"
            stroke="var(--accent)"
          />
          <g stroke="var(--accent)" fill="none">
            <circle cx="108" cy="34" r="5" />
            <path d="m69 66 15-16 11 11 9-9 17 17" />
          </g>
        </g>
      </g>
    </svg>
  );
}
