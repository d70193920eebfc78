import { countUsedPhotos, findUsedPhotos, MAX_IDS_PER_CALL } from '@keepsake/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, idBatches } from '#/shared/api/call.ts';
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

/** Counts the photos used in orders. Not cached: asked again each time a dialog opens. */
const usesQuery = (photoIds: readonly string[]) =>
  queryOptions({
    // A hundred thousand ids are too many for a key; count, first and last identify the photos of one dialog.
    queryKey: ['Orders', 'uses', photoIds.length, photoIds[0], photoIds.at(-1)],
    meta: { action: 'LOAD_PHOTO_USES' },
    gcTime: 0,
    queryFn: async ({ signal }) => {
      let used = 0;
      for (const batch of idBatches(photoIds, MAX_IDS_PER_CALL)) {
        const body = { photoIds: [...batch] };
        used += (await call(findUsedPhotos, { body }, { signal })).photoIds.length;
      }
      return used;
    },
  });

/** Counts the photos of the whole library used in orders. */
const libraryUsesQuery = queryOptions({
  queryKey: ['Orders', 'uses of all'],
  meta: { action: 'LOAD_PHOTO_USES' },
  gcTime: 0,
  queryFn: async ({ signal }) => (await call(countUsedPhotos, {}, { signal })).photosCount,
});
