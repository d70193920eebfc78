import { getPhoto, type Photo } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

/** One photo, for an address that was opened without its list. */
export const photoQuery = (photoId: string, known: Photo | undefined) =>
  queryOptions({
    queryKey: ['TimeLine', 'photo', photoId],
    meta: { action: 'LOAD_PHOTO' },
    queryFn: ({ signal }) => call(getPhoto, { params: { photoId } }, { signal }),
    enabled: !known,
  });
