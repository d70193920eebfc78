import { idsOf, type PhotoStore, type SourceSection } from '#/features/library/photo-store/index.ts';
import { selectedIds } from './selection.ts';
import type { SelectionStore } from './selection-store.ts';

type Options = {
  store: SelectionStore;
  photos: Pick<PhotoStore, 'getState' | 'readLayouts'>;
  sections: readonly SourceSection[];
  /** How these sections come about. */
  grouping: string;
  /** Whether no others are shown yet. */
  shown: { readonly current: boolean };
};

/**
 * Puts selected photos into the sections that are shown now, and drops those that are in none: they no longer exist, or the
 * filter hides them. Where a section cannot be loaded, the selection stays as it was until the sections are received again.
 */
export async function regroup({ store, photos, sections, grouping, shown }: Options): Promise<void> {
  const isComplete = await photos.readLayouts(sections);
  if (!isComplete || !shown.current) return;
  const { selection } = store.getState();
  const before = new Set(selectedIds(selection));
  const selected = new Map<string, ReadonlySet<string>>();
  let count = 0;
  for (const { key } of sections) {
    const { layout } = photos.getState()[key] ?? {};
    const ids = new Set(layout && idsOf(layout).filter((id) => before.has(id)));
    if (ids.size > 0) selected.set(key, ids);
    count += ids.size;
  }
  store.grouping = grouping;
  store.setState({ selection: { ...selection, selected, count } });
}
