import { createStore, type StoreApi } from 'zustand/vanilla';
import { formatSelection, parseSelection } from './saved-selection.ts';
import type { Selection } from './selection.ts';

/** What is selected in one view, and how many photos are still being looked up for it. */
export type SelectionStore = StoreApi<{ selection: Selection; awaited: number }>;

/** A moment of peace before a selection is written down: a drag changes it sixty times a second. */
const SAVE_AFTER_MS = 400;

/** The selection of a view, kept over a refresh of the page as far as storage lets it. */
export function createSelectionStore(view: string, source: string): SelectionStore {
  const key = `selection:${view}`;
  const store: SelectionStore = createStore(() => ({
    selection: parseSelection(read(key), source),
    awaited: 0,
  }));
  let timer: ReturnType<typeof setTimeout> | undefined;

  function save(): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    write(key, formatSelection(store.getState().selection, source));
  }

  store.subscribe(({ selection }, before) => {
    if (selection === before.selection) return;
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_AFTER_MS);
  });
  window.addEventListener('pagehide', save);
  return store;
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, saved: string | null): void {
  try {
    if (saved === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, saved);
  } catch {
    // Full or forbidden storage costs only the memory over a refresh.
  }
}
