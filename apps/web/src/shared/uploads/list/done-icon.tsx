import classes from './item-row.module.css';

export function DoneIcon() {
  return (
    <svg viewBox="0 0 24 24" className={classes.done} aria-hidden="true">
      <path d="m6 12.5 4 4 8-9" />
    </svg>
  );
}
