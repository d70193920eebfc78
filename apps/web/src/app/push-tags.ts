import type { PushMessage } from '@keepsake/contracts/push';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { makeStale, PHOTO_TAGS, type QueryTag, type Stale } from '#/shared/api/query-tags.ts';
import { collectChanges } from '#/shared/collect-changes.ts';
import { kindOf, type PushClient, PushContext, type PushKind } from '#/shared/push.ts';
import { useIsSignedIn } from '#/shared/session.ts';

/** The tag of a message's name: `OrderLists` of `order-lists-changed`. */
type TagOf<Kind extends string> = Kind extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}${Rest extends 'changed' ? '' : TagOf<Rest>}`
  : Capitalize<Kind>;
type Namesake = { [Kind in PushKind]: TagOf<Kind> extends QueryTag ? Kind : never }[PushKind];

/**
 * What a message makes stale instead of the tag of its name. A list of its own, because such a message concerns several features,
 * whether their pages are loaded or not; the type wants every message without a namesake. A query may except itself by
 * `meta.concerns`.
 */
const OTHER_TAGS: Readonly<
  Record<Exclude<PushKind, Namesake>, readonly Stale[]> & Partial<Record<Namesake, readonly Stale[]>>
> = {
  'photos-changed': [
    ...PHOTO_TAGS,
    'ImportedPhoto',
    'Albums',
    ['SharedAlbums', 'details'],
    ['SharedAlbums', 'album'],
    ['Storage', 'overview'],
  ],
  'albums-changed': ['Albums', 'SharedAlbums', ['User', 'counts']],
  // Photos were refused while they were hidden, wherever they are shown.
  'storage-changed': [
    'Storage',
    ...PHOTO_TAGS,
    'ImportedPhoto',
    'Albums',
    'SharedAlbums',
    'Downloads',
    'Exports',
    'DemoShop',
  ],
  archive: ['Downloads'],
  'import-started': [['User', 'activation']],
  'import-error': [['User', 'activation']],
  // The activation status is refreshed ten seconds later [ACT-08], and polled while an import runs.
  'import-finished': [['User', 'failed-imports']],
  // The message contains what has arrived, and nothing of a transfer is cached.
  'phone-transfer-changed': [],
  'orders-changed': ['Orders', 'Vouchers', 'Widgets'],
  'projects-changed': ['Projects', ['Orders', 'needed-news']],
  'products-changed': ['OnlineProducts', ['Orders', 'order']],
};

/** What a push message makes stale: the tag of its name (ADR 120), or what is listed for it. */
export const staleAfter = (kind: PushKind): readonly Stale[] => OTHER_TAGS[kind] ?? [namesakeOf(kind)];

const namesakeOf = (kind: PushKind) =>
  kind.replace(/-changed$/, '').replaceAll(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase()) as QueryTag;

/**
 * Makes cached answers stale as push messages arrive, whether a page shows them or not, and reloads those that are shown. The
 * only place that does so; `usePush` is for other reactions. Returns the function that ends it.
 */
export function invalidateOnPush(push: PushClient, client: QueryClient): () => void {
  function invalidate(messages: ReadonlySet<PushMessage>): void {
    for (const kind of new Set([...messages].map(kindOf))) {
      const ofKind = [...messages].filter((message) => kindOf(message) === kind);
      void makeStale(client, staleAfter(kind), ({ meta, state }) =>
        ofKind.some((message) => meta?.concerns?.(message, state.data) ?? true),
      );
    }
  }
  // While photos arrive, there are several messages a second about them.
  const photos = collectChanges<PushMessage>({ deliver: invalidate, now: () => performance.now() });
  const stop = push.subscribe((message) => {
    if (kindOf(message) === 'photos-changed') photos.add([message]);
    else invalidate(new Set([message]));
  });
  return () => {
    photos.stop();
    stop();
  };
}

/** Keeps what is cached up to date while somebody is signed in, and the push channel open. Mounted before pages: their own reactions follow. */
export function PushInvalidation() {
  const push = use(PushContext);
  const client = useQueryClient();
  const isSignedIn = useIsSignedIn();
  useEffect(
    () => (push && isSignedIn ? invalidateOnPush(push, client) : undefined),
    [push, client, isSignedIn],
  );
  return null;
}
