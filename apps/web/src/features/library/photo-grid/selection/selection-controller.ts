import type { GridSection, PagesState, PhotoStore } from '#/features/library/photo-store/index.ts';
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

/** Changes a selection in response to clicks, keys and touch. Ids that are not loaded yet are fetched. */
export function createSelectionController(options: Options) {
  const context = createContext(options);
  const { get, set, lookup } = context;
  const range = createRange(context);

  function reset(selection: Selection): void {
    lookup.cancel();
    set(selection);
  }
  function end(): void {
    range.end();
    reset(NOT_SELECTING);
  }
  return {
    setSections: context.setSections,
    begin: () => set(startSelecting(get())),
    /** Deselects everything but stays in selection mode. */
    clear: () => reset(startSelecting(NOT_SELECTING)),
    end,
    /** Ends selecting after an action with these photos, unless others have been selected since. */
    endOf(photoIds: readonly string[]): void {
      const done = new Set(photoIds);
      if (selectedIds(get()).every((id) => done.has(id))) end();
    },
    toggle: range.toggle,
    rangeTo: range.to,
    hasStart: range.hasStart,
    extendTo: range.extendTo,
    ...createGroups(context, range),
    /** Applies an external change, such as a deletion. */
    correct(change: (selection: Selection) => Selection): void {
      const next = change(get());
      if (next !== get()) set(next);
      range.rebase(change);
    },
  };
}

type Context = ReturnType<typeof createContext>;

/** What all ways to select share: the selection, the photos it can contain, and its limit. */
function createContext({ store, photos, onRefused }: Options) {
  let sections: readonly GridSection[] = [];
  return {
    photos,
    lookup: createIdLookup({ photos, onAwait: (awaited) => store.setState({ awaited }) }),
    get: () => store.getState().selection,
    set: (selection: Selection) => store.setState({ selection }),
    now: () => sections,
    /** The sections currently shown by the grid. */
    setSections(next: readonly GridSection[]): void {
      sections = next;
    },
    async groupsOf(search: Promise<Found>): Promise<Group[] | undefined> {
      const found = await search;
      if (found === 'unavailable') onRefused('not-loaded');
      return typeof found === 'string' ? undefined : found;
    },
    isTooMany(count: number): boolean {
      const isTooMany = count > MAX_SELECTED;
      if (isTooMany) onRefused('too-many');
      return isTooMany;
    },
  };
}

/** Where a range starts, and the selection at that time: extending and shrinking a range starts over from it. */
type Start = { section: string; id: string; base: Selection; isSelected: boolean };

type Range = ReturnType<typeof createRange>;

/** Selects photos one by one, and ranges that start at the last one. */
function createRange({ photos, lookup, get, set, now, groupsOf, isTooMany }: Context) {
  let start: Start | null = null;
  let latest = 0;

  const to = (at: TilePosition) => rangeFrom(start, at, now(), photos.getState());
  function toggle({ section, tile }: TilePosition): void {
    const at = now()[section];
    const id = at && idsAt(at, photos.getState()[at.key], { first: tile, end: tile + 1 })?.[0];
    if (!at || !id) return;
    const next = togglePhoto(get(), at.key, id);
    start = { section: at.key, id, base: next, isSelected: selectedIn(next, at.key).has(id) };
    set(next);
  }
  /** Gives all photos up to this one the state of the range's first photo; without a range, toggles this one. */
  async function extendTo(at: TilePosition): Promise<void> {
    const range = to(at);
    if (!start || !range) return toggle(at);
    const slices = slicesOf(now(), range);
    if (isTooMany(start.base.count + countOf(slices))) return;
    const [from, request] = [start.id, ++latest];
    const groups = await groupsOf(lookup.groupsOf(now, slices));
    // The range has changed in the meantime.
    if (!groups || request !== latest || start?.id !== from) return;
    const { base, isSelected } = start;
    set(groups.reduce((selection, group) => setPhotos(selection, group, isSelected), base));
  }
  return {
    to,
    toggle,
    extendTo,
    hasStart: () => start !== null,
    end(): void {
      start = null;
    },
    /** Changes what the current range starts over from. */
    rebase(change: (base: Selection) => Selection): void {
      if (start) start = { ...start, base: change(start.base) };
    },
  };
}

/** Null without a start, or if its photo is gone. */
function rangeFrom(
  start: Start | null,
  to: TilePosition,
  sections: readonly GridSection[],
  loaded: PagesState,
): PhotoRange | null {
  const section = sections.findIndex(({ key }) => key === start?.section);
  const found = sections[section];
  if (!start || !found) return null;
  const ids = idsOfWhole(found, loaded);
  const tile = ids?.indexOf(start.id) ?? found.photos.findIndex((photo) => photo?.imageId === start.id);
  return tile < 0 ? null : rangeBetween({ section, tile }, to);
}

/** Selects whole sections, loaded or not. */
function createGroups({ lookup, get, set, now, groupsOf, isTooMany }: Context, range: Range) {
  async function change(keys: readonly string[], select: (before: Selection, group: Group) => Selection) {
    const groups = await groupsOf(lookup.wholeSections(now, new Set(keys)));
    if (!groups) return;
    const selection = groups.reduce(select, get());
    range.rebase(() => selection);
    set(selection);
  }
  return {
    /** Toggles all photos of a section as one group [TL-06]. */
    async toggleSection(key: string): Promise<void> {
      const count = now().find((one) => one.key === key)?.count ?? 0;
      const others = get().count - selectedIn(get(), key).size;
      if (!isTooMany(others + count)) await change([key], toggleGroup);
    },
    /** Selects all photos of the view. */
    async selectAll(): Promise<void> {
      const sections = now();
      if (isTooMany(sections.reduce((sum, { count }) => sum + count, 0))) return;
      await change(
        sections.map(({ key }) => key),
        (selection, group) => setPhotos(selection, group, true),
      );
    },
  };
}
