import { createStore, type StoreApi } from 'zustand/vanilla';
import { fieldsOf, parseJson } from '#/shared/json.ts';
import { visitStorage } from '#/shared/surviving-storage.ts';
import { NOT_SELECTING, type Selection } from './selection.ts';

/** The selection of one view, and the number of photos still being looked up for it. */
export type SelectionStore = StoreApi<{ selection: Selection; awaited: number }> & {
  /** How the photos were put into the sections under which they are selected. */
  grouping: unknown;
};

/** Delay before a selection is saved, in milliseconds: a drag changes it sixty times a second. */
const SAVE_AFTER_MS = 400;

const SAVED = 'selection:';

/** The selection of a view, kept in session storage across a reload. */
export function createSelectionStore(view: string): SelectionStore {
  const key = SAVED + view;
  const { grouping, selection: saved } = parseSelection(visitStorage.getItem(key));
  const store: SelectionStore = Object.assign(
    createStore(() => ({ selection: saved, awaited: 0 })),
    { grouping },
  );
  let timer: ReturnType<typeof setTimeout> | undefined;

  function save(): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const saved = formatSelection(store.getState().selection, store.grouping);
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

/** Serialises a selection and how its photos are put into sections; null if it should not be saved. */
export function formatSelection({ isSelecting, selected, count }: Selection, source: unknown): string | null {
  if (!isSelecting || count > MAX_SAVED) return null;
  return JSON.stringify({ source, sections: Object.fromEntries([...selected].map(toText)) });
}

const toText = ([section, ids]: readonly [string, ReadonlySet<string>]) => [section, [...ids].join(' ')];

/** Parses a saved selection; NOT_SELECTING if it is unreadable. */
export function parseSelection(saved: string | null): { selection: Selection; grouping: unknown } {
  const { source: grouping, sections: texts } = fieldsOf(parseJson(saved));
  if (!texts) return { selection: NOT_SELECTING, grouping };
  const sections = Object.entries(texts).map(toIds);
  const selected = new Map(sections.filter(([, ids]) => ids.size > 0));
  const count = sections.reduce((sum, [, ids]) => sum + ids.size, 0);
  return { selection: { isSelecting: true, selected, count }, grouping };
}

const toIds = ([section, text]: [string, unknown]) =>
  [section, new Set(String(text).split(' ').filter(Boolean))] as const;
