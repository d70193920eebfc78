import { createStore, type StoreApi } from 'zustand/vanilla';
import { fieldsOf, parseJson } from '#/shared/json.ts';
import { visitStorage } from '#/shared/surviving-storage.ts';
import { NOT_SELECTING, type Selection } from './selection.ts';

/** The selection of one view, and the number of photos still being looked up for it. */
export type SelectionStore = StoreApi<{ selection: Selection; awaited: number }>;

/** Delay before a selection is saved, in milliseconds: a drag changes it sixty times a second. */
const SAVE_AFTER_MS = 400;

const SAVED = 'selection:';

/** The selection of a view, kept in session storage across a reload. */
export function createSelectionStore(view: string, source: string): SelectionStore {
  const key = SAVED + view;
  const store: SelectionStore = createStore(() => ({
    selection: parseSelection(visitStorage.getItem(key), source),
    awaited: 0,
  }));
  let timer: ReturnType<typeof setTimeout> | undefined;

  function save(): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const saved = formatSelection(store.getState().selection, source);
    if (saved === null) visitStorage.removeItem(key);
    else visitStorage.setItem(key, saved);
  }

  store.subscribe(({ selection }, before) => {
    if (selection === before.selection) return;
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_AFTER_MS);
  });
  window.addEventListener('pagehide', save);
  return store;
}

/** Deletes the saved selections of all views. */
export function forgetSavedSelections(): void {
  for (const key of visitStorage.keys()) if (key.startsWith(SAVED)) visitStorage.removeItem(key);
}

/** Maximum photos saved, about 1.4 MB: writing more would be noticeable. */
const MAX_SAVED = 20_000;

/** Serialises a selection; null if it should not be saved. `source` identifies the photos and their order. */
export function formatSelection({ isSelecting, selected, count }: Selection, source: string): string | null {
  if (!isSelecting || count > MAX_SAVED) return null;
  return JSON.stringify({ source, sections: Object.fromEntries([...selected].map(toText)) });
}

const toText = ([section, ids]: readonly [string, ReadonlySet<string>]) => [section, [...ids].join(' ')];

/** Parses a saved selection; NOT_SELECTING if it is unreadable or of another source. */
export function parseSelection(saved: string | null, source: string): Selection {
  const value = fieldsOf(parseJson(saved));
  if (value.source !== source || !value.sections) return NOT_SELECTING;
  const sections = Object.entries(value.sections).map(toIds);
  const selected = new Map(sections.filter(([, ids]) => ids.size > 0));
  const count = sections.reduce((sum, [, ids]) => sum + ids.size, 0);
  return { isSelecting: true, selected, count };
}

const toIds = ([section, text]: [string, unknown]) =>
  [section, new Set(String(text).split(' ').filter(Boolean))] as const;
