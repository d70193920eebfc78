import { getCounts, getPhotos } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

/** Number of photos in the strip. */
const LATEST_PHOTOS = 12;

export const latestPhotosQuery = queryOptions({
  queryKey: ['LatestUploadedPhotos'],
  queryFn: ({ signal }) =>
    call(getPhotos, { query: { sortKey: 'created', sortOrder: 'desc', limit: LATEST_PHOTOS } }, { signal }),
});

export const countsQuery = queryOptions({
  queryKey: ['User', 'counts'],
  queryFn: ({ signal }) => call(getCounts, {}, { signal }),
});
