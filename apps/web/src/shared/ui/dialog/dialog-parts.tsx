import type { ReactNode } from 'react';
import classes from './dialog-parts.module.css';

/** The buttons of a dialog, the one that acts last; side by side over the whole width on phones. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}

/** What a dialog says of a failure; it is read out as soon as it is there. */
export function DialogAlert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={classes.alert}>
      {children}
    </p>
  );
}
