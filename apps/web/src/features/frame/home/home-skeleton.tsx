import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './home-page.module.css';

/**
 * Placeholder of the home page: a heading and a panel, as most customers see them. Since the final height is unknown, content
 * below is held back for as long as the answer usually takes.
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
