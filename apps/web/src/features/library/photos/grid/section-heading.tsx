import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './check.module.css';

type Props = {
  id: string;
  title: string;
  height: number;
  /** Selects all of the section. */
  check: ReactNode;
  children?: ReactNode;
};

/** The heading of a section; it stays in view while its photos do. */
export function SectionHeading({ id, title, height, check, children }: Props) {
  return (
    <header className={classes.heading} style={{ height }}>
      {check}
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {children}
    </header>
  );
}

/** Says beside the heading that photos of the section are missing. */
export function SectionFailure({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <span role="alert" className={classes.problem}>
      {t('library.monthFailed')}
      <Button size="compact-sm" variant="light" onClick={onRetry}>
        {t('library.tryAgain')}
      </Button>
    </span>
  );
}
