import { createStore, type StoreApi } from 'zustand/vanilla';
import { NOT_SELECTING, type Selection } from './selection.ts';

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

/** More is not kept over a refresh: beyond this the writing itself would be felt. About 1.4 MB. */
const MAX_SAVED = 20_000;

/** A selection as it is kept for a refresh; null for one that is not. `source` names the photos and their order. */
export function formatSelection({ isSelecting, selected, count }: Selection, source: string): string | null {
  if (!isSelecting || count > MAX_SAVED) return null;
  return JSON.stringify({ source, sections: Object.fromEntries([...selected].map(toText)) });
}

const toText = ([section, ids]: readonly [string, ReadonlySet<string>]) => [section, [...ids].join(' ')];

/** Reads what was kept; of another source, or unreadable, it is none. */
export function parseSelection(saved: string | null, source: string): Selection {
  try {
    const value = JSON.parse(saved ?? 'null');
    if (value?.source !== source) return NOT_SELECTING;
    const sections = Object.entries(value.sections).map(toIds);
    const selected = new Map(sections.filter(([, ids]) => ids.size > 0));
    const count = sections.reduce((sum, [, ids]) => sum + ids.size, 0);
    return { isSelecting: true, selected, count };
  } catch {
    return NOT_SELECTING;
  }
}

const toIds = ([section, text]: [string, unknown]) =>
  [section, new Set(String(text).split(' ').filter(Boolean))] as const;
