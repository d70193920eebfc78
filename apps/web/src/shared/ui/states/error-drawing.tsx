import classes from './states.module.css';

/** A print with a torn corner. */
export function ErrorDrawing() {
  return (
    <svg
      className={classes.drawing}
      width="120"
      height="108"
      viewBox="0 0 120 108"
      fill="none"
      aria-hidden="true"
    >
      <g strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round" transform="rotate(-4 60 54)">
        <path
          d="M27 10h66a5 5 0 0 1 5 5v52l-12 5-5 10-11 3-4 11H27a5 5 0 0 1-5-5V15a5 5 0 0 1 5-5z"
          fill="var(--surface)"
          stroke="var(--line-strong)"
        />
        <rect x="30" y="18" width="60" height="46" rx="3" fill="var(--paper)" stroke="var(--line-strong)" />
        <path d="M50 49c3-5 17-5 20 0M52 34v3m16-3v3" stroke="var(--ink-soft)" />
      </g>
    </svg>
  );
}
