import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './home.module.css';

/** Shapes of a usual row, so that the page keeps its form when the photos come. */
const RATIOS = [1.5, 0.75, 1.33, 1.5, 1.33, 0.75, 1.5, 1.33];

export function LatestPhotosSkeleton() {
  const { t } = useTranslation();
  return (
    <section aria-busy="true" aria-label={t('home.latestPhotos')}>
      <div className={classes.sectionHeader}>
        <Skeleton height={24} width={160} />
      </div>
      <div className={classes.strip}>
        {RATIOS.map((ratio, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <span key={at} className={classes.photo} style={{ '--ratio': ratio }}>
            <Skeleton height="100%" radius={0} />
          </span>
        ))}
        <span className={classes.rest} />
      </div>
    </section>
  );
}
