import { createStore, useStore } from 'zustand';

/** Where photos are hidden: in the whole library, or in one album alone. */
type Scope = 'library' | `album ${string}`;

/** How many pending changes hide a photo, by scope. */
type Hidden = ReadonlyMap<Scope, ReadonlyMap<string, number>>;

const NONE: ReadonlyMap<string, number> = new Map();
const store = createStore<{ hidden: Hidden }>(() => ({ hidden: new Map() }));

/**
 * Hides photos while a change that takes them away is pending. Each change lets go of what it hid and of nothing
 * else, so that with two of them under way the failure of one brings back its own photos alone [DEL-13, DEL-14].
 */
export function hidePhotos(scope: Scope, photoIds: readonly string[]): () => void {
  count(scope, photoIds, 1);
  let isHeld = true;
  return () => {
    if (isHeld) count(scope, photoIds, -1);
    isHeld = false;
  };
}

/** Shows photos again that came back to where a change had taken them from. */
export function showPhotos(scope: Scope, photoIds: readonly string[]): void {
  const { hidden } = store.getState();
  const counts = new Map(hidden.get(scope));
  for (const photoId of photoIds) counts.delete(photoId);
  store.setState({ hidden: new Map(hidden).set(scope, counts) });
}

function count(scope: Scope, photoIds: readonly string[], change: 1 | -1): void {
  const { hidden } = store.getState();
  const counts = new Map(hidden.get(scope));
  for (const photoId of photoIds) {
    const next = (counts.get(photoId) ?? 0) + change;
    if (next > 0) counts.set(photoId, next);
    else counts.delete(photoId);
  }
  store.setState({ hidden: new Map(hidden).set(scope, counts) });
}

/** The photos hidden in a scope. */
export function useHiddenPhotos(scope: Scope): ReadonlyMap<string, number> {
  return useStore(store, ({ hidden }) => hidden.get(scope) ?? NONE);
}
