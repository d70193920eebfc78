import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './home-page.module.css';

/**
 * The first screen while nothing is known of it: a heading and a panel, as most customers see them. How high the page
 * becomes only its answer says, so what stands below waits for it, for as long as it is likely to come.
 */
export function HomeSkeleton({ isHoldingMenu }: { isHoldingMenu: boolean }) {
  const { t } = useTranslation();
  return (
    <section
      className={classes.skeleton}
      aria-busy="true"
      aria-label={t('shell.loading')}
      data-waiting={isHoldingMenu || undefined}
    >
      <Skeleton height={22} width={150} my={11} />
      <Skeleton height={122} mb={40} />
      <Skeleton height={22} width={190} my={11} />
      <Skeleton height={168} />
    </section>
  );
}
