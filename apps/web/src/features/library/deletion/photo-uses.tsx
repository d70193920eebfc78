import { countUsedPhotos, findUsedPhotos } from '@keepsake/contracts/library/photo-uses';
import { MAX_IDS_PER_CALL } from '@keepsake/contracts/platform/limits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { countsQuery } from '#/features/library/state/index.ts';
import { call, idBatches } from '#/shared/api/call.ts';
import classes from './photo-uses.module.css';

/** Whether what is about to be deleted can come back, and for how long; nothing until that is known. */
export function Finality() {
  const { t } = useTranslation();
  const { data: counts, isPending } = useQuery(countsQuery);
  if (isPending) return null;
  const count = counts?.deletedDays ?? 0;
  return count > 0 ? t('delete.restorable', { count }) : t('delete.final');
}

type Uses = { inOrders: number; inProjects: number };
const NONE: Uses = { inOrders: 0, inProjects: 0 };

/** Warns that some of the photos are used in orders or projects; renders nothing until that is known. */
export function PhotoUses({ photoIds }: { photoIds: readonly string[] }) {
  const { data: uses = NONE } = useQuery(usesQuery(photoIds));
  return <Warnings uses={uses} isOne={photoIds.length === 1} />;
}

/** The same warning for the whole library. */
export function LibraryUses() {
  const { data: uses = NONE } = useQuery(libraryUsesQuery);
  return <Warnings uses={uses} isOne={false} />;
}

function Warnings({ uses: { inOrders, inProjects }, isOne }: { uses: Uses; isOne: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {inOrders > 0 && (
        <Warning badge={t('delete.used')}>
          {isOne ? t('delete.usedOne') : t('delete.usedCount', { count: inOrders })}
        </Warning>
      )}
      {inProjects > 0 && (
        <Warning badge={t('delete.inProject')}>
          {isOne ? t('delete.inProjectOne') : t('delete.inProjectCount', { count: inProjects })}
        </Warning>
      )}
    </>
  );
}

function Warning({ badge, children }: { badge: string; children: string }) {
  return (
    <div className={classes.warning} role="status">
      <span className={classes.badge}>{badge}</span>
      <p className={classes.text}>{children}</p>
    </div>
  );
}

/** Counts the photos used in orders and in projects. Not cached: requested again each time a dialog opens. */
const usesQuery = (photoIds: readonly string[]) =>
  queryOptions({
    // A hundred thousand ids are too long for a key; count, first and last identify the photos of one dialog.
    queryKey: ['Orders', 'uses', photoIds.length, photoIds[0], photoIds.at(-1)],
    meta: { action: 'LOAD_PHOTO_USES' },
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Uses> => {
      const uses = { ...NONE };
      for (const batch of idBatches(photoIds, MAX_IDS_PER_CALL)) {
        const used = await call(findUsedPhotos, { body: { photoIds: [...batch] } }, { signal });
        uses.inOrders += used.photoIds.length;
        uses.inProjects += used.projectPhotoIds.length;
      }
      return uses;
    },
  });

/** Counts the photos of the whole library used in orders and in projects. */
const libraryUsesQuery = queryOptions({
  queryKey: ['Orders', 'uses of all'],
  meta: { action: 'LOAD_PHOTO_USES' },
  gcTime: 0,
  queryFn: async ({ signal }): Promise<Uses> => {
    const { photosCount, projectPhotosCount } = await call(countUsedPhotos, {}, { signal });
    return { inOrders: photosCount, inProjects: projectPhotosCount };
  },
});
