import type { GridSection, PhotoStore } from '#/features/library/photo-store/index.ts';
import type { TilePosition } from '../geometry/timeline-layout.ts';
import { createIdLookup, type Found, idsAt, idsOfWhole } from './id-lookup.ts';
import { countOf, type PhotoRange, rangeBetween, slicesOf } from './photo-range.ts';
import {
  type Group,
  NOT_SELECTING,
  type Selection,
  selectedIds,
  selectedIn,
  setPhotos,
  startSelecting,
  toggleGroup,
  togglePhoto,
} from './selection.ts';
import type { SelectionStore } from './selection-store.ts';

/** Maximum photos that can be selected and acted on at once. */
export const MAX_SELECTED = 100_000;

type Options = {
  store: SelectionStore;
  photos: Pick<PhotoStore, 'getState' | 'readLayouts'>;
  /** Called when nothing was selected, with the reason. */
  onRefused: (why: 'too-many' | 'not-loaded') => void;
};

export type SelectionController = ReturnType<typeof createSelectionController>;

/** Where a range starts, and the selection at that time: extending and shrinking a range starts over from it. */
type Start = { section: string; id: string; base: Selection; isSelected: boolean };

type Selecting = Options & {
  readonly lookup: ReturnType<typeof createIdLookup>;
  sections: readonly GridSection[];
  start: Start | null;
  /** Counts searches for the photos of a range: one that is answered after the next has begun is too late. */
  rangeRequest: number;
};

/** Changes a selection in response to clicks, keys and touch. Ids that are not loaded yet are fetched. */
export function createSelectionController(options: Options) {
  const { store, photos } = options;
  const lookup = createIdLookup({ photos, onAwait: (awaited) => store.setState({ awaited }) });
  const selecting: Selecting = { ...options, lookup, sections: [], start: null, rangeRequest: 0 };
  const get = () => store.getState().selection;
  const set = (selection: Selection) => store.setState({ selection });
  return {
    /** The sections currently shown by the grid. */
    setSections(sections: readonly GridSection[]): void {
      selecting.sections = sections;
    },
    begin: () => set(startSelecting(get())),
    /** Deselects everything but stays in selection mode. */
    clear(): void {
      lookup.cancel();
      set(startSelecting(NOT_SELECTING));
    },
    end: () => end(selecting),
    /** Forgets the start of a range and cancels searches: both are of an order in which the photos were shown. */
    restart: () => restart(selecting),
    /** Ends selecting after an action with these photos, unless others have been selected since. */
    endOf(photoIds: readonly string[]): void {
      const done = new Set(photoIds);
      if (selectedIds(get()).every((id) => done.has(id))) end(selecting);
    },
    toggle: (at: TilePosition) => toggle(selecting, at),
    rangeTo: (at: TilePosition) => rangeTo(selecting, at),
    hasStart: () => selecting.start !== null,
    /** Gives all photos up to this one the state of the range's first photo; without a range, toggles this one. */
    extendTo: (at: TilePosition) => extendTo(selecting, at),
    /** Toggles all photos of a section as one group, loaded or not [TL-06]. */
    toggleSection: (key: string) => toggleSection(selecting, key),
    /** Selects all photos of the view. */
    selectAll: () => selectAll(selecting),
    /** Applies an external change, such as a deletion. */
    correct: (change: (selection: Selection) => Selection) => correct(selecting, change),
  };
}

function restart(selecting: Selecting): void {
  selecting.start = null;
  selecting.lookup.cancel();
}

function end(selecting: Selecting): void {
  restart(selecting);
  selecting.store.setState({ selection: NOT_SELECTING });
}

function toggle(selecting: Selecting, { section, tile }: TilePosition): void {
  const { store, sections, photos } = selecting;
  const at = sections[section];
  const id = at && idsAt(at, photos.getState()[at.key], { first: tile, end: tile + 1 })?.[0];
  if (!at || !id) return;
  const selection = togglePhoto(store.getState().selection, at.key, id);
  const isSelected = selectedIn(selection, at.key).has(id);
  selecting.start = { section: at.key, id, base: selection, isSelected };
  store.setState({ selection });
}

/** Null without a start, or if its photo is gone. */
function rangeTo({ start, sections, photos }: Selecting, to: TilePosition): PhotoRange | null {
  const section = sections.findIndex(({ key }) => key === start?.section);
  const found = sections[section];
  if (!start || !found) return null;
  const ids = idsOfWhole(found, photos.getState());
  const tile = ids?.indexOf(start.id) ?? found.photos.findIndex((photo) => photo?.imageId === start.id);
  return tile < 0 ? null : rangeBetween({ section, tile }, to);
}

async function extendTo(selecting: Selecting, at: TilePosition): Promise<void> {
  const { store, lookup, sections, start } = selecting;
  const range = rangeTo(selecting, at);
  if (!start || !range) return toggle(selecting, at);
  const slices = slicesOf(sections, range);
  if (isTooMany(selecting, start.base.count + countOf(slices))) return;
  const request = ++selecting.rangeRequest;
  const groups = await groupsOf(
    selecting,
    lookup.groupsOf(() => selecting.sections, slices),
  );
  // The range has changed in the meantime.
  if (!groups || request !== selecting.rangeRequest || selecting.start?.id !== start.id) return;
  const { base, isSelected } = selecting.start;
  store.setState({
    selection: groups.reduce((selection, group) => setPhotos(selection, group, isSelected), base),
  });
}

async function toggleSection(selecting: Selecting, key: string): Promise<void> {
  const { selection } = selecting.store.getState();
  const count = selecting.sections.find((one) => one.key === key)?.count ?? 0;
  if (isTooMany(selecting, selection.count + count - selectedIn(selection, key).size)) return;
  await changeWhole(selecting, [key], toggleGroup);
}

async function selectAll(selecting: Selecting): Promise<void> {
  const { sections } = selecting;
  if (
    isTooMany(
      selecting,
      sections.reduce((sum, { count }) => sum + count, 0),
    )
  )
    return;
  const keys = sections.map(({ key }) => key);
  await changeWhole(selecting, keys, (selection, group) => setPhotos(selection, group, true));
}

/** Changes whole sections as groups, and makes the result the base of the current range. */
async function changeWhole(
  selecting: Selecting,
  keys: readonly string[],
  change: (selection: Selection, group: Group) => Selection,
): Promise<void> {
  const { store, lookup } = selecting;
  const groups = await groupsOf(
    selecting,
    lookup.wholeSections(() => selecting.sections, new Set(keys)),
  );
  if (!groups) return;
  const selection = groups.reduce(change, store.getState().selection);
  if (selecting.start) selecting.start = { ...selecting.start, base: selection };
  store.setState({ selection });
}

function correct(selecting: Selecting, change: (selection: Selection) => Selection): void {
  const { store, start } = selecting;
  const { selection: before } = store.getState();
  const selection = change(before);
  if (selection !== before) store.setState({ selection });
  if (start) selecting.start = { ...start, base: change(start.base) };
}

function isTooMany({ onRefused }: Selecting, count: number): boolean {
  if (count <= MAX_SELECTED) return false;
  onRefused('too-many');
  return true;
}

async function groupsOf({ onRefused }: Selecting, search: Promise<Found>): Promise<Group[] | undefined> {
  const found = await search;
  if (found === 'unavailable') onRefused('not-loaded');
  return typeof found === 'string' ? undefined : found;
}
