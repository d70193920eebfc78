import { createStore, useStore } from 'zustand';

/** Where photos are removed from: the whole library, or one album. */
type Scope = 'library' | `album ${string}`;

/** What hides a photo: the number of pending removals, and the count at the last one that succeeded. */
type Removal = { pending: number; doneAt: number };
/** Photos hidden in a scope, by id. */
export type PendingRemovals = ReadonlyMap<string, Removal>;

const NONE: PendingRemovals = new Map();
const VISIBLE: Removal = { pending: 0, doneAt: 0 };
const store = createStore<{ scopes: ReadonlyMap<Scope, PendingRemovals> }>(() => ({ scopes: new Map() }));
let doneCount = 0;

/**
 * Hides photos while their removal is pending. Removals are counted individually, so that when two overlap and one fails, only
 * its own photos reappear [DEL-13, DEL-14]. `fail` shows them again. `succeed` keeps hiding them, but only in lists requested
 * earlier: a later list is authoritative, since somebody may have restored a photo. Whatever comes after the first end is ignored.
 */
export function startRemoval(scope: Scope, photoIds: readonly string[]) {
  change(scope, photoIds, ({ pending, doneAt }) => ({ pending: pending + 1, doneAt }));
  let isPending = true;
  function end(doneNow: number): void {
    if (!isPending) return;
    isPending = false;
    const doneSince = (doneAt: number) => Math.max(doneAt, doneNow);
    change(scope, photoIds, ({ pending, doneAt }) => ({ pending: pending - 1, doneAt: doneSince(doneAt) }));
  }
  return { fail: () => end(0), succeed: () => end(++doneCount) };
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
