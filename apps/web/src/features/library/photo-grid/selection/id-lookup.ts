import {
  type GridSection,
  idsOf,
  type PagesState,
  type PhotoStore,
  type SectionPages,
} from '#/features/library/photo-store/index.ts';
import { countOf, type PhotoSlice } from './photo-range.ts';
import type { Group } from './selection.ts';

type Options = {
  photos: Pick<PhotoStore, 'getState' | 'readLayouts'>;
  /** Called with the number of photos being looked up. */
  onAwait: (count: number) => void;
};

/** Ids, or why there are none. */
export type Found = Group[] | 'cancelled' | 'unavailable';

/** Finds the ids of photos, loaded or not. Several requests can be pending at once. */
export function createIdLookup({ photos, onAwait }: Options) {
  /** Number of photos each request waits for. */
  const waiting = new Map<symbol, number>();
  const notify = () => onAwait([...waiting.values()].reduce((sum, count) => sum + count, 0));

  /** Fetches the ids of sections; false if cancelled meanwhile. */
  async function read(sections: readonly GridSection[], count: number): Promise<boolean> {
    const mine = Symbol();
    waiting.set(mine, count);
    notify();
    await photos.readLayouts(sections);
    if (!waiting.delete(mine)) return false;
    notify();
    return true;
  }

  return {
    /** Cancels all requests. */
    cancel(): void {
      waiting.clear();
      notify();
    },
    /** The ids in slices of what the grid currently shows; unknown ones are fetched. */
    async groupsOf(now: () => readonly GridSection[], slices: readonly PhotoSlice[]): Promise<Found> {
      const existing = (wanted: readonly PhotoSlice[]) => groupsIn(now(), wanted, photos.getState());
      const unknown = slices.filter((slice) => !existing([slice]));
      const sections = unknown.map(({ section }) => now()[section] as GridSection);
      if (unknown.length > 0 && !(await read(sections, countOf(slices)))) return 'cancelled';
      return existing(slices) ?? 'unavailable';
    },
    /** The ids of whole sections as of when they are found, since photos may be added and removed meanwhile. */
    async wholeSections(now: () => readonly GridSection[], keys: ReadonlySet<string>): Promise<Found> {
      const requested = () => now().filter(({ key }) => keys.has(key));
      const unknown = requested().filter((section) => !idsOfWhole(section, photos.getState()));
      const count = requested().reduce((sum, one) => sum + one.count, 0);
      if (unknown.length > 0 && !(await read(unknown, count))) return 'cancelled';
      return wholeGroups(requested(), photos.getState()) ?? 'unavailable';
    },
  };
}

/** The ids in slices of sections; undefined while some are unknown. */
function groupsIn(sections: readonly GridSection[], slices: readonly PhotoSlice[], loaded: PagesState) {
  const groups: Group[] = [];
  for (const slice of slices) {
    const section = sections[slice.section] as GridSection;
    const ids = idsAt(section, loaded[section.key], slice);
    if (!ids) return undefined;
    groups.push({ section: section.key, ids });
  }
  return groups;
}

/** The ids of whole sections; those of a changed one as of its last layout. */
function wholeGroups(sections: readonly GridSection[], loaded: PagesState): Group[] | undefined {
  const groups = sections.map((section) => {
    const ids = idsOfWhole(section, loaded) ?? idsLastRead(section, loaded[section.key]);
    return ids && { section: section.key, ids };
  });
  return groups.every((group) => group !== undefined) ? groups : undefined;
}

/** All ids of a section; undefined while some are unknown. */
export function idsOfWhole(section: GridSection, loaded: PagesState): readonly string[] | undefined {
  return idsAt(section, loaded[section.key], { first: 0, end: section.count });
}

type Run = { first: number; end: number };

/** Ids of a run of a section's visible photos; undefined while some are unknown. */
export function idsAt(
  section: GridSection,
  loaded: SectionPages | undefined,
  run: Run,
): readonly string[] | undefined {
  return idsOfPhotos(section, run) ?? idsOfLayout(section, loaded)?.slice(run.first, run.end);
}

function idsOfPhotos({ photos }: GridSection, { first, end }: Run): string[] | undefined {
  const ids: string[] = [];
  for (let index = first; index < end; index++) {
    const photo = photos[index];
    if (!photo) return undefined;
    ids.push(photo.imageId);
  }
  return ids;
}

function idsOfLayout(section: GridSection, loaded: SectionPages | undefined): readonly string[] | undefined {
  const ids = loaded?.layoutStatus === 'fulfilled' ? idsLastRead(section, loaded) : undefined;
  // A layout from before the count changed is useless, because its indexes differ.
  return ids?.length === section.count ? ids : undefined;
}

/** The ids of the latest layout, unless loading a newer one has failed. */
function idsLastRead({ sourceIndexes }: GridSection, loaded: SectionPages | undefined) {
  if (!loaded?.layout || loaded.layoutStatus === 'rejected') return undefined;
  const ids = idsOf(loaded.layout);
  return sourceIndexes ? Array.from(sourceIndexes).flatMap((index) => ids[index] ?? []) : ids;
}
