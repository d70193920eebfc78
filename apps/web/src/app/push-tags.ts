import type { PushMessage } from '@keepsake/contracts/push';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { makeStale, PHOTO_TAGS, type Stale } from '#/shared/api/query-tags.ts';
import { collectChanges } from '#/shared/collect-changes.ts';
import { kindOf, type PushClient, PushContext, type PushKind } from '#/shared/push.ts';
import { useIsSignedIn } from '#/shared/session.ts';

/**
 * What each push message makes stale. A list of its own, because one message concerns several features, and one feature several
 * messages, whether their pages are loaded or not; the type wants every message. A query may except itself by `meta.concerns`.
 */
export const PUSH_TAGS: Readonly<Record<PushKind, readonly Stale[]>> = {
  'account-changed': ['Customer', 'Business', 'Newsletter'],
  'my-data-changed': ['MyData'],
  'photos-changed': [
    ...PHOTO_TAGS,
    'ImportedPhoto',
    ['Albums', 'details'],
    ['SharedAlbums', 'details'],
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
  'exports-changed': ['Exports'],
  'import-started': [['User', 'activation']],
  'import-error': [['User', 'activation']],
  // The activation status is refreshed ten seconds later [ACT-08], and polled while an import runs.
  'import-finished': [['User', 'failed-imports']],
  // The message contains what has arrived, and nothing of a transfer is cached.
  'phone-transfer-changed': [],
  'callbacks-changed': ['Callbacks'],
  'orders-changed': ['Orders', 'Vouchers', 'Widgets'],
  'vouchers-changed': ['Vouchers'],
  'invoices-changed': ['Invoices'],
  'projects-changed': ['Projects', ['Orders', 'needed-news']],
  'products-changed': ['OnlineProducts', ['Orders', 'order']],
  'widgets-changed': ['Widgets'],
  'order-lists-changed': [['OrderLists', 'all']],
};

/**
 * Makes cached answers stale as push messages arrive, whether a page shows them or not, and reloads those that are shown. The
 * only place that does so; `usePush` is for other reactions. Returns the function that ends it.
 */
export function invalidateOnPush(push: PushClient, client: QueryClient): () => void {
  function invalidate(messages: ReadonlySet<PushMessage>): void {
    for (const kind of new Set([...messages].map(kindOf))) {
      const ofKind = [...messages].filter((message) => kindOf(message) === kind);
      void makeStale(client, PUSH_TAGS[kind], ({ meta, state }) =>
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

/** Keeps what is cached up to date for as long as somebody is signed in, and with it the push channel open. */
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
