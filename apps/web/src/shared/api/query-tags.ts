import type { PushMessage } from '@keepsake/contracts/push';
import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * First part of every query key: what a response is about, so that a mutation can name what it makes stale. Tags used by
 * several features are listed here; a feature declares its own tags beside its queries:
 *
 * declare module '#/shared/api/query-tags.ts' {
 * interface QueryTags {
 * Downloads: unknown;
 * }
 * }
 */
export interface QueryTags {
  Account: unknown;
  TimeLine: unknown;
  User: unknown;
  LatestUploadedPhotos: unknown;
  Albums: unknown;
  SharedAlbums: unknown;
  Orders: unknown;
  Storage: unknown;
}

export type QueryTag = keyof QueryTags;

type Key = readonly [QueryTag, ...unknown[]];

/** A tag, or the beginning of a key where the other answers of its tag stay true. */
export type Stale = QueryTag | Key;

/** Metadata declared by a query. */
type QueryFields = {
  /** Verb-noun in capitals, where it is not `actionOfTag`; failures are reported as `<action>_FAILED`. */
  action?: string;
  /** What is asked for comes from an address, so that its absence (404) is an answer rather than a failure. */
  mayBeAbsent?: boolean;
  /** Which of the push messages that make its tag stale concern it, given its present data; by default, all. */
  concerns?: (message: PushMessage, data: unknown) => boolean;
};

/** Metadata declared by a mutation, and what it does to cached answers. */
type MutationFields = {
  /** Its name for reports. */
  action: string;
  /** What becomes stale, even if it fails, because a change without an answer may have been made. */
  invalidates: readonly Stale[];
  /** The query whose value its answer becomes; `useMutation` compares their types. */
  answers?: Key;
  /** The beginning of the keys of what is gone once it, and whatever follows its success, is done. */
  removes?: Key;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryFields;
    mutationMeta: MutationFields;
    queryKey: Key;
  }
}

/** What a query reports where its `meta` names nothing else: 'LOAD_ORDER_LISTS' of 'OrderLists'. */
export const actionOfTag = (tag: string): string =>
  `LOAD_${tag.replaceAll(/([a-z])([A-Z])/g, '$1_$2')}`.toUpperCase();

/** Tags made stale by every change to photos [TL-41]. */
export const PHOTO_TAGS = ['TimeLine', 'User', 'LatestUploadedPhotos'] as const satisfies readonly QueryTag[];

/** Makes cached answers stale, those alone that the predicate chooses; resolves once those that are shown have been reloaded. */
export async function makeStale(
  client: QueryClient,
  stale: readonly Stale[],
  predicate?: (query: Query) => boolean,
): Promise<void> {
  const keys = stale.map((key) => (typeof key === 'string' ? ([key] as const) : key));
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey, predicate })));
}
