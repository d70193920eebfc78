import { createStore, useStore } from 'zustand';

/** Where photos are removed from: the whole library, one album, or those that were deleted and can come back. */
export type Scope = 'library' | 'deleted' | `album ${string}`;

/** What hides a photo: the number of pending removals, and the count at the last one that succeeded. */
type Removal = { pending: number; doneAt: number };
/** Photos hidden in a scope, by id. */
export type PendingRemovals = ReadonlyMap<string, Removal>;

const NONE: PendingRemovals = new Map();
const VISIBLE: Removal = { pending: 0, doneAt: 0 };
const store = createStore<{ scopes: ReadonlyMap<Scope, PendingRemovals> }>(() => ({ scopes: new Map() }));
let doneCount = 0;

/**
 * Hides photos while `remove` removes them, which reports those that are gone; at its end the others reappear. Removals are counted
 * individually, so that when two overlap and one fails, only its own photos reappear [DEL-13, DEL-14]. What is gone stays hidden in
 * lists requested earlier only: a later list is authoritative, since somebody may have restored a photo. What is gone from the
 * library stays hidden everywhere until it is known to be back.
 */
export async function hideAndRemove(
  scope: Scope,
  photoIds: readonly string[],
  remove: (onRemoved: (photoIds: readonly string[]) => void) => Promise<void>,
): Promise<void> {
  const left = new Set(photoIds);
  const end = (ended: readonly string[], doneNow: number) =>
    change(scope, ended, ({ pending, doneAt }) => ({
      pending: pending - 1,
      doneAt: Math.max(doneAt, doneNow),
    }));
  change(scope, photoIds, ({ pending, doneAt }) => ({ pending: pending + 1, doneAt }));
  try {
    await remove((removed) => {
      const gone = removed.filter((photoId) => left.delete(photoId));
      if (scope !== 'library') end(gone, ++doneCount);
    });
  } finally {
    end([...left], 0);
  }
}

/** Shows photos again that were restored to where they had been removed from. */
export function restorePhotos(scope: Scope, photoIds: readonly string[]): void {
  change(scope, photoIds, () => VISIBLE);
}

/** The number of removals that have succeeded so far; lists record it when they are requested. */
export const countDoneRemovals = (): number => doneCount;

/** Whether a photo is hidden in a list; `requestedAt` is the number of removals done when it was requested. */
export function isRemovedIn(removals: PendingRemovals, photoId: string, requestedAt: number): boolean {
  const { pending, doneAt } = removals.get(photoId) ?? VISIBLE;
  return pending > 0 || doneAt > requestedAt;
}

function change(scope: Scope, photoIds: readonly string[], next: (removal: Removal) => Removal): void {
  const { scopes } = store.getState();
  const photos = new Map(scopes.get(scope));
  for (const photoId of photoIds) {
    const removal = next(photos.get(photoId) ?? VISIBLE);
    if (removal.pending > 0 || removal.doneAt > 0) photos.set(photoId, removal);
    else photos.delete(photoId);
  }
  store.setState({ scopes: new Map(scopes).set(scope, photos) });
}

/** The photos hidden in a scope. */
export function usePendingRemovals(scope: Scope): PendingRemovals {
  return useStore(store, ({ scopes }) => scopes.get(scope) ?? NONE);
}
