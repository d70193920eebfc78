import type { ReactNode } from 'react';
import classes from './phone-page.module.css';

type Props = {
  title: string;
  text: string;
  action?: { label: string; run: () => void };
  children?: ReactNode;
};

/** Why nothing can be sent now, and what to do about it. */
export function Notice({ title, text, action, children }: Props) {
  return (
    <>
      <main className={classes.content} role="alert">
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{text}</p>
        {children}
      </main>
      {action && (
        <div className={classes.bar}>
          <button type="button" className={classes.action} onClick={action.run}>
            {action.label}
          </button>
        </div>
      )}
    </>
  );
}
