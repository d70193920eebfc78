import type { GridSection, PhotoStore } from '#/features/library/photo-store/index.ts';
import type { TilePosition } from '../geometry/timeline-layout.ts';
import { createIdLookup, type Found, idsAt } from './id-lookup.ts';
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

/** Where a range starts, and the selection at that time: extending and shrinking a range starts over from it. */
type Start = { section: string; id: string; base: Selection; isSelected: boolean };

export type SelectionController = ReturnType<typeof createSelectionController>;

/** Changes a selection in response to clicks, keys and touch. Ids that are not loaded yet are fetched. */
export function createSelectionController({ store, photos, onRefused }: Options) {
  let sections: readonly GridSection[] = [];
  let start: Start | null = null;
  let rangeRequest = 0;
  const lookup = createIdLookup({ photos, onAwait: (awaited) => store.setState({ awaited }) });

  const get = () => store.getState().selection;
  const set = (selection: Selection) => store.setState({ selection });
  const reset = (selection: Selection) => {
    lookup.cancel();
    set(selection);
  };
  /** Makes this selection the base of the current range. */
  const settle = (selection: Selection) => {
    if (start) start = { ...start, base: selection };
    set(selection);
  };

  const now = () => sections;
  async function groupsOf(search: Promise<Found>): Promise<Group[] | undefined> {
    const found = await search;
    if (found === 'unavailable') onRefused('not-loaded');
    return typeof found === 'string' ? undefined : found;
  }

  function end(): void {
    start = null;
    reset(NOT_SELECTING);
  }

  function positionOfStart(): TilePosition | undefined {
    const section = sections.findIndex(({ key }) => key === start?.section);
    const found = sections[section];
    if (!found) return undefined;
    const ids = idsAt(found, photos.getState()[found.key], { first: 0, end: found.count });
    const tile = ids?.indexOf(start?.id ?? '') ?? found.photos.findIndex((one) => one?.imageId === start?.id);
    return tile < 0 ? undefined : { section, tile };
  }

  function rangeTo(at: TilePosition): PhotoRange | null {
    const from = positionOfStart();
    return from ? rangeBetween(from, at) : null;
  }

  function isTooMany(more: number): boolean {
    if (more <= MAX_SELECTED) return false;
    onRefused('too-many');
    return true;
  }

  function toggle({ section, tile }: TilePosition): void {
    const at = sections[section];
    const id = at && idsAt(at, photos.getState()[at.key], { first: tile, end: tile + 1 })?.[0];
    if (!at || !id) return;
    const next = togglePhoto(get(), at.key, id);
    start = { section: at.key, id, base: next, isSelected: selectedIn(next, at.key).has(id) };
    set(next);
  }

  return {
    /** The sections currently shown by the grid. */
    setSections(next: readonly GridSection[]): void {
      sections = next;
    },
    begin: () => set(startSelecting(get())),
    /** Deselects everything but stays in selection mode. */
    clear: () => reset(startSelecting(NOT_SELECTING)),
    end,
    /** Ends selecting after an action with these photos, unless others have been selected since. */
    endOf(photoIds: readonly string[]): void {
      const done = new Set(photoIds);
      if (selectedIds(get()).every((id) => done.has(id))) end();
    },
    toggle,
    rangeTo,
    hasStart: () => start !== null,

    /** Gives all photos up to this one the state of the range's first photo; without a range, toggles this one. */
    async extendTo(at: TilePosition): Promise<void> {
      const range = rangeTo(at);
      if (!start || !range) return toggle(at);
      const slices = slicesOf(sections, range);
      if (isTooMany(start.base.count + countOf(slices))) return;
      rangeRequest += 1;
      const [from, request] = [start.id, rangeRequest];
      const groups = await groupsOf(lookup.groupsOf(now, slices));
      // The range has changed in the meantime.
      if (!groups || request !== rangeRequest || start?.id !== from) return;
      const { base, isSelected } = start;
      set(groups.reduce((selection, group) => setPhotos(selection, group, isSelected), base));
    },

    /** Toggles all photos of a section as one group, loaded or not [TL-06]. */
    async toggleSection(key: string): Promise<void> {
      const count = sections.find((one) => one.key === key)?.count ?? 0;
      if (isTooMany(get().count + count - selectedIn(get(), key).size)) return;
      const groups = await groupsOf(lookup.wholeSections(now, new Set([key])));
      if (groups) settle(groups.reduce(toggleGroup, get()));
    },

    /** Selects all photos of the view. */
    async selectAll(): Promise<void> {
      if (isTooMany(sections.reduce((sum, { count }) => sum + count, 0))) return;
      const keys = new Set(sections.map(({ key }) => key));
      const groups = await groupsOf(lookup.wholeSections(now, keys));
      if (groups) settle(groups.reduce((selection, group) => setPhotos(selection, group, true), get()));
    },

    /** Applies an external change, such as a deletion. */
    correct(change: (selection: Selection) => Selection): void {
      const next = change(get());
      if (next !== get()) store.setState({ selection: next });
      if (start) start = { ...start, base: change(start.base) };
    },
  };
}
