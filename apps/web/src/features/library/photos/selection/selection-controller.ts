import type { TilePosition } from '../geometry/timeline-layout.ts';
import type { GridSection } from '../store/grid-sections.ts';
import type { PhotoStore } from '../store/photo-store.ts';
import { createIdLookup, idsAt } from './id-lookup.ts';
import { countOf, type PhotoRange, type PhotoSlice, rangeBetween, slicesOf } from './photo-range.ts';
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

/** More ids than this are too many to hold and to act on at once. */
export const MAX_SELECTED = 100_000;

type Options = {
  store: SelectionStore;
  photos: Pick<PhotoStore, 'getState' | 'readLayouts'>;
  /** Says why nothing was selected. */
  onRefused: (why: 'too-many' | 'not-loaded') => void;
};

/** Where a range began: it grows and shrinks from what was selected then. */
type Start = { section: string; id: string; base: Selection; isSelected: boolean };

export type SelectionController = ReturnType<typeof createSelectionController>;

/** What a customer does to a selection: with a click, a key or a thumb. Ids that are not loaded yet are fetched. */
export function createSelectionController({ store, photos, onRefused }: Options) {
  let sections: readonly GridSection[] = [];
  let start: Start | null = null;
  let rangeWish = 0;
  const lookUp = createIdLookup({ photos, onAwait: (awaited) => store.setState({ awaited }) });

  const get = () => store.getState().selection;
  const set = (selection: Selection) => store.setState({ selection });
  const reset = (selection: Selection) => {
    lookUp.giveUp();
    set(selection);
  };
  /** A range that is drawn from now on leaves this as it is. */
  const settle = (selection: Selection) => {
    if (start) start = { ...start, base: selection };
    set(selection);
  };

  async function groupsOf(slices: readonly PhotoSlice[]): Promise<Group[] | undefined> {
    const found = await lookUp.groupsOf(() => sections, slices);
    if (found === 'not-there') onRefused('not-loaded');
    return typeof found === 'string' ? undefined : found;
  }

  function end(): void {
    start = null;
    reset(NOT_SELECTING);
  }

  function placeOfStart(): TilePosition | undefined {
    const section = sections.findIndex(({ key }) => key === start?.section);
    const found = sections[section];
    if (!found) return undefined;
    const ids = idsAt(found, photos.getState()[found.key], { first: 0, end: found.count });
    const tile = ids?.indexOf(start?.id ?? '') ?? found.photos.findIndex((one) => one?.imageId === start?.id);
    return tile < 0 ? undefined : { section, tile };
  }

  function rangeTo(place: TilePosition): PhotoRange | null {
    const from = placeOfStart();
    return from ? rangeBetween(from, place) : null;
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
    /** What the grid shows from now on. */
    setSections(next: readonly GridSection[]): void {
      sections = next;
    },
    begin: () => set(startSelecting(get())),
    /** Takes everything out; selecting goes on. */
    clear: () => reset(startSelecting(NOT_SELECTING)),
    end,
    /** Ends with what was done to these photos; photos that were chosen since are for something else. */
    endOf(photoIds: readonly string[]): void {
      const done = new Set(photoIds);
      if (selectedIds(get()).every((id) => done.has(id))) end();
    },
    toggle,
    rangeTo,
    hasStart: () => start !== null,

    /** Brings all up to a photo into the state of the photo where the range began; a photo alone where none did. */
    async extendTo(place: TilePosition): Promise<void> {
      const range = rangeTo(place);
      if (!start || !range) return toggle(place);
      const slices = slicesOf(sections, range);
      if (isTooMany(start.base.count + countOf(slices))) return;
      rangeWish += 1;
      const [from, wish] = [start.id, rangeWish];
      const groups = await groupsOf(slices);
      // Drawn further since, or begun anew.
      if (!groups || wish !== rangeWish || start?.id !== from) return;
      const { base, isSelected } = start;
      set(groups.reduce((selection, group) => setPhotos(selection, group, isSelected), base));
    },

    /** The whole of a section as one group, loaded or not [TL-06]. */
    async toggleSection(key: string): Promise<void> {
      const section = sections.findIndex((one) => one.key === key);
      const end = sections[section]?.count ?? 0;
      if (isTooMany(get().count + end - selectedIn(get(), key).size)) return;
      const groups = await groupsOf([{ section, first: 0, end }]);
      if (groups) settle(groups.reduce(toggleGroup, get()));
    },

    /** All photos of the view. */
    async selectAll(): Promise<void> {
      const slices = sections.map(({ count }, section) => ({ section, first: 0, end: count }));
      if (isTooMany(countOf(slices))) return;
      const groups = await groupsOf(slices);
      if (groups) settle(groups.reduce((selection, group) => setPhotos(selection, group, true), get()));
    },

    /** Brings the selection up to date with what happened elsewhere. */
    correct(change: (selection: Selection) => Selection): void {
      const next = change(get());
      if (next !== get()) store.setState({ selection: next });
      if (start) start = { ...start, base: change(start.base) };
    },
  };
}
