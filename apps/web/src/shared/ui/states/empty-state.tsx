import type { ReactNode } from 'react';
import { EmptyDrawing } from './empty-drawing.tsx';
import classes from './states.module.css';

type Props = {
  /** One sentence. */
  children: ReactNode;
  /** One main action. */
  action?: ReactNode;
  drawing?: ReactNode;
};

/** What a screen without contents shows: a small drawing, one sentence, one main action. */
export function EmptyState({ children, action, drawing }: Props) {
  return (
    <div className={classes.state}>
      {drawing ?? <EmptyDrawing />}
      <p className={classes.sentence}>{children}</p>
      {action}
    </div>
  );
}
