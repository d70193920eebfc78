import type { QueryTag } from './query-tags.ts';

/** What every change to photos makes stale [TL-41]. */
export const PHOTO_TAGS = ['TimeLine', 'User', 'LatestUploadedPhotos'] as const satisfies readonly QueryTag[];
