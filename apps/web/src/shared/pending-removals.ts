import { createStore, useStore } from 'zustand';

/** Where photos are hidden: in the whole library, or in one album alone. */
type Scope = 'library' | `album ${string}`;

/** What hides a photo: how many changes that are pending, and which was the last that succeeded. */
type Hiding = { pending: number; doneAt: number };
/** Photos hidden in a scope, by id. */
export type HiddenPhotos = ReadonlyMap<string, Hiding>;

const NONE: HiddenPhotos = new Map();
const VISIBLE: Hiding = { pending: 0, doneAt: 0 };
const store = createStore<{ hidden: ReadonlyMap<Scope, HiddenPhotos> }>(() => ({ hidden: new Map() }));
let doneCount = 0;

/**
 * Hides photos while a change that takes them away is pending. Each change lets go of what it hid and of nothing
 * else, so that with two of them under way the failure of one brings back its own photos alone [DEL-13, DEL-14].
 * `fail` shows them again. `succeed` hides them from lists that were asked for before it alone: a later one knows
 * better, should somebody have put a photo back.
 */
export function hidePhotos(scope: Scope, photoIds: readonly string[]) {
  change(scope, photoIds, ({ pending, doneAt }) => ({ pending: pending + 1, doneAt }));
  let isHeld = true;
  function letGo(doneNow: number): void {
    if (!isHeld) return;
    isHeld = false;
    const doneSince = (doneAt: number) => Math.max(doneAt, doneNow);
    change(scope, photoIds, ({ pending, doneAt }) => ({ pending: pending - 1, doneAt: doneSince(doneAt) }));
  }
  return { fail: () => letGo(0), succeed: () => letGo(++doneCount) };
}

/** Shows photos again that came back to where a change had taken them from. */
export function showPhotos(scope: Scope, photoIds: readonly string[]): void {
  change(scope, photoIds, () => VISIBLE);
}

/** A moment for lists to be known by: how many changes had succeeded when one was asked for. */
export const countDoneChanges = (): number => doneCount;

/** Whether a photo is hidden in a list that was asked for at a moment. */
export function isHiddenIn(hidden: HiddenPhotos, photoId: string, askedAt: number): boolean {
  const { pending, doneAt } = hidden.get(photoId) ?? VISIBLE;
  return pending > 0 || doneAt > askedAt;
}

function change(scope: Scope, photoIds: readonly string[], next: (hiding: Hiding) => Hiding): void {
  const { hidden } = store.getState();
  const photos = new Map(hidden.get(scope));
  for (const photoId of photoIds) {
    const hiding = next(photos.get(photoId) ?? VISIBLE);
    if (hiding.pending > 0 || hiding.doneAt > 0) photos.set(photoId, hiding);
    else photos.delete(photoId);
  }
  store.setState({ hidden: new Map(hidden).set(scope, photos) });
}

/** The photos hidden in a scope. */
export function useHiddenPhotos(scope: Scope): HiddenPhotos {
  return useStore(store, ({ hidden }) => hidden.get(scope) ?? NONE);
}
