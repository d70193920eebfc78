import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

type Props = { title: string; children: ReactNode };

/** A subtle frame around one section of an order's page. */
export function Panel({ title, children }: Props) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}
