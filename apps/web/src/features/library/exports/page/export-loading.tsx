import { Loader, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './export-page.module.css';

/** A spinner in the frame of what is about to be there [EXP-13]. */
export function ExportLoading() {
  const { t } = useTranslation();
  return (
    <div className={classes.ready}>
      <div className={classes.loading} role="status" aria-label={t('export.loading')}>
        <Loader size={28} />
      </div>
      <Skeleton height={150} />
      <Skeleton height={80} />
    </div>
  );
}
