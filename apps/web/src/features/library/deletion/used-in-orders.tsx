import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { libraryUsesQuery, usesQuery } from './queries.ts';
import classes from './used-in-orders.module.css';

/** Warns that some of the photos are used in orders; shows nothing until that is known. */
export function UsedInOrders({ photoIds }: { photoIds: readonly string[] }) {
  const { data: used = 0 } = useQuery(usesQuery(photoIds));
  return <Warning used={used} total={photoIds.length} />;
}

/** The same warning for the whole library. */
export function LibraryUsedInOrders() {
  const { data: used = 0 } = useQuery(libraryUsesQuery);
  return <Warning used={used} total={null} />;
}

function Warning({ used, total }: { used: number; total: number | null }) {
  const { t } = useTranslation();
  if (used === 0) return null;
  return (
    <div className={classes.warning} role="status">
      <span className={classes.badge}>{t('delete.used')}</span>
      <p className={classes.text}>
        {total === 1 ? t('delete.usedOne') : t('delete.usedCount', { count: used })} {t('delete.usedAdvice')}
      </p>
    </div>
  );
}
