import { getPhotos } from '@keepsake/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { useCustomerName } from '#/shared/customer-query.ts';
import { countsQuery } from '#/shared/library-queries.ts';
import { usePush } from '#/shared/push.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import classes from './home-page.module.css';
import { LatestPhotos, LatestPhotosSkeleton } from './latest-photos.tsx';

type Props = {
  /** A button to add photos, if that is possible. */
  addPhotos?: ReactNode;
};

/** The customer's overview [RTE-17]: a greeting, the number of photos and the latest ones. */
export function HomePage({ addPhotos }: Props) {
  const { t } = useTranslation();
  const givenName = givenNameOf(useCustomerName());
  const greeting = t(`home.${partOfDay(new Date().getHours())}`);
  return (
    <Page title={t('home.title')} heading={givenName ? `${greeting}, ${givenName}` : greeting}>
      <PhotosCount />
      <div className={classes.latest}>
        <Latest addPhotos={addPhotos} />
      </div>
    </Page>
  );
}

function PhotosCount() {
  const { t } = useTranslation();
  const { data } = useQuery(countsQuery);
  const text = data && data.photosCount > 0 ? t('home.photosCount', { count: data.photosCount }) : ' ';
  return <p className={classes.count}>{text}</p>;
}

/** Number of photos in the strip. */
const LATEST_PHOTOS = 12;

const latestPhotosQuery = queryOptions({
  queryKey: ['LatestUploadedPhotos'],
  queryFn: ({ signal }) =>
    call(getPhotos, { query: { sortKey: 'created', sortOrder: 'desc', limit: LATEST_PHOTOS } }, { signal }),
});

function Latest({ addPhotos }: Props) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(latestPhotosQuery);

  usePush('photos-changed', () => {
    for (const queryKey of [latestPhotosQuery.queryKey, countsQuery.queryKey]) {
      // Not refetch: a request that is already running may return the old state.
      void queryClient.invalidateQueries({ queryKey });
    }
  });

  if (!data && error) {
    return <ErrorState error={error} message={t('home.photosFailed')} onRetry={() => void refetch()} />;
  }
  if (!data) return <LatestPhotosSkeleton />;
  if (data.images.length === 0) {
    return (
      <div className={classes.empty}>
        <EmptyState action={addPhotos}>{t('home.empty')}</EmptyState>
      </div>
    );
  }
  return <LatestPhotos photos={data.images} addPhotos={addPhotos} />;
}

/** The greeting for an hour of the customer's local time, 0 to 23. */
function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}

/** The first part of a name. */
function givenNameOf(name: string | null): string | null {
  return name?.trim().split(/\s+/)[0] || null;
}
