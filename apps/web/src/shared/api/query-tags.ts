/**
 * First part of every query key: what an answer is about, so that a mutation can name what it makes stale. Here are the
 * tags of several features; a tag of one feature is declared beside its queries:
 *
 *     declare module '#/shared/api/query-tags.ts' {
 *       interface QueryTags {
 *         Downloads: unknown;
 *       }
 *     }
 */
export interface QueryTags {
  TimeLine: unknown;
  User: unknown;
  LatestUploadedPhotos: unknown;
  Albums: unknown;
  SharedAlbums: unknown;
  Orders: unknown;
  Storage: unknown;
}

export type QueryTag = keyof QueryTags;

/** What a query declares. */
type QueryFacts = {
  /** Verb-noun in capitals; failures are reported as `<action>_FAILED`. */
  action?: string;
};

/** What a mutation declares: its name for reports, and the tags it makes stale. */
type MutationFacts = { action: string; invalidates?: readonly QueryTag[] };

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryFacts & Record<string, unknown>;
    mutationMeta: MutationFacts & Record<string, unknown>;
    queryKey: readonly [QueryTag, ...unknown[]];
  }
}

/** What every change to photos makes stale [TL-41]. */
export const PHOTO_TAGS = ['TimeLine', 'User', 'LatestUploadedPhotos'] as const satisfies readonly QueryTag[];
