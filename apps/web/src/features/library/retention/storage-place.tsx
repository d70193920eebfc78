import { lazy, Suspense } from 'react';
import { useFlag } from '#/shared/flags/use-flag.ts';
import classes from './storage-place.module.css';

const StorageBanner = lazy(() => import('./banner/storage-banner.tsx'));

/** Keeps the room of the banner above the photos until it is there [FLG-10]. */
export function StoragePlace() {
  const isShown = useFlag('ReactivationEnabled');
  if (!isShown) return null;
  return (
    <div className={classes.place}>
      <div className={classes.room}>
        <Suspense fallback={null}>
          <StorageBanner />
        </Suspense>
      </div>
    </div>
  );
}
