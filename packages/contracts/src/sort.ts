import * as z from 'zod/mini';

/** created: the day of the upload. dateTaken: the wall time of the camera. */
export const sortKey = z.enum(['created', 'dateTaken']);
export const sortOrder = z.enum(['asc', 'desc']);
export type SortKey = z.infer<typeof sortKey>;
export type SortOrder = z.infer<typeof sortOrder>;
export type Sort = { sortKey: SortKey; sortOrder: SortOrder };
