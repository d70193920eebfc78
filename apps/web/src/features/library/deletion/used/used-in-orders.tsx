import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from './used-in-orders.module.css';
import { libraryUsesQuery, usesQuery } from './uses-query.ts';

/** Warns before photos are deleted that orders are made from; says nothing while that is unknown. */
export function UsedInOrders({ photoIds }: { photoIds: readonly string[] }) {
  const { data: used = 0 } = useQuery(usesQuery(photoIds));
  return <Warning used={used} total={photoIds.length} />;
}

/** The same before the whole library is deleted. */
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
