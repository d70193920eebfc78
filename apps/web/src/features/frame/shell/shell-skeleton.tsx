import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChannelLogo } from './channel-logo.tsx';
import classes from './shell.module.css';
import barClasses from './top-bar.module.css';

/** The frame while it is not yet known who is signed in. */
export function ShellSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.shell} aria-busy="true">
      <header className={barClasses.bar}>
        <ChannelLogo />
      </header>
      <main className={classes.content} aria-label={t('shell.loading')}>
        <Skeleton height={36} width="min(320px, 70%)" mb={24} />
        <Skeleton height={160} radius="md" />
      </main>
    </div>
  );
}
