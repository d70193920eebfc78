/**
 * Selected photos by section. Sections are replaced, never mutated: toggling a photo copies only its own section, snapshots are
 * free, and a section's selected photos are counted without visiting them.
 */
export type SelectedIds = ReadonlyMap<string, ReadonlySet<string>>;

/** The selection of a view, by section and in total. */
export type Selection = { isSelecting: boolean; selected: SelectedIds; count: number };

/** Photos of one section. */
export type Group = { section: string; ids: readonly string[] };

/** Whether none, some or all of a section's photos are selected. */
export type GroupState = 'none' | 'some' | 'all';

const NO_IDS: ReadonlySet<string> = new Set();

export const NOT_SELECTING: Selection = { isSelecting: false, selected: new Map(), count: 0 };

/** Enters selection mode with nothing selected [SEL-01]. */
export function startSelecting(selection: Selection): Selection {
  return selection.isSelecting ? selection : { ...selection, isSelecting: true };
}

/** The selected ids of a section; the same object until they change. */
export function selectedIn({ selected }: Selection, section: string): ReadonlySet<string> {
  return selected.get(section) ?? NO_IDS;
}

/** Selects or deselects a photo; enters selection mode [SEL-02]. */
export function togglePhoto(selection: Selection, section: string, id: string): Selection {
  const isSelected = !selectedIn(selection, section).has(id);
  return setPhotos(selection, { section, ids: [id] }, isSelected);
}

/** Deselects a fully selected group [SEL-03], otherwise selects the rest of it [SEL-04]. */
export function toggleGroup(selection: Selection, group: Group): Selection {
  const before = selectedIn(selection, group.section);
  const isAllIn = group.ids.every((id) => before.has(id));
  return setPhotos(selection, group, !isAllIn);
}

/** Selects or deselects photos of a section. */
export function setPhotos(selection: Selection, { section, ids }: Group, isSelected: boolean): Selection {
  const before = selectedIn(selection, section);
  const after = isSelected ? withAll(before, ids) : withoutAll(before, ids);
  return withSection({ ...selection, isSelecting: true }, section, after);
}

/** Copying dominates for a large month, so it is avoided where possible. */
function withAll(before: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  if (before.size === 0) return new Set(ids);
  const after = new Set(before);
  for (const id of ids) after.add(id);
  return after;
}

function withoutAll(before: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  if (ids.length > before.size / 2) {
    const gone = new Set(ids);
    return new Set([...before].filter((id) => !gone.has(id)));
  }
  const after = new Set(before);
  for (const id of ids) after.delete(id);
  return after;
}

/** Removes photos that no longer exist, in any section; stays in selection mode. */
export function removePhotos(selection: Selection, gone: ReadonlySet<string>): Selection {
  let next = selection;
  for (const [section, ids] of selection.selected) {
    const after = new Set([...ids].filter((id) => !gone.has(id)));
    if (after.size < ids.size) next = withSection(next, section, after);
  }
  return next;
}

/** Removes a section's photos that are not among these. */
export function retainPhotos(selection: Selection, section: string, ids: Iterable<string>): Selection {
  const before = selectedIn(selection, section);
  if (before.size === 0) return selection;
  const existing = new Set(ids);
  const after = new Set([...before].filter((id) => existing.has(id)));
  return after.size === before.size ? selection : withSection(selection, section, after);
}

/** All selected ids. */
export function selectedIds({ selected }: Selection): string[] {
  return [...selected.values()].flatMap((ids) => [...ids]);
}

/** How much of a section of `count` photos is selected. */
export function groupState(selected: ReadonlySet<string>, count: number): GroupState {
  if (selected.size === 0) return 'none';
  return selected.size < count ? 'some' : 'all';
}

function withSection(selection: Selection, section: string, ids: ReadonlySet<string>): Selection {
  const count = selection.count - selectedIn(selection, section).size + ids.size;
  const selected = new Map(selection.selected);
  if (ids.size > 0) selected.set(section, ids);
  else selected.delete(section);
  return { ...selection, selected, count };
}
