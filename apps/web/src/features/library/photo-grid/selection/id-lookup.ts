import {
  type GridSection,
  idsOf,
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

  function existing(sections: readonly GridSection[], slices: readonly PhotoSlice[]): Group[] | undefined {
    const groups: Group[] = [];
    for (const slice of slices) {
      const section = sections[slice.section] as GridSection;
      const ids = idsAt(section, photos.getState()[section.key], slice);
      if (!ids) return undefined;
      groups.push({ section: section.key, ids });
    }
    return groups;
  }

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
      const atOnce = existing(now(), slices);
      if (atOnce) return atOnce;
      const unknown = slices.filter((slice) => existing(now(), [slice]) === undefined);
      const sections = unknown.map(({ section }) => now()[section] as GridSection);
      if (!(await read(sections, countOf(slices)))) return 'cancelled';
      return existing(now(), slices) ?? 'unavailable';
    },

    /** The ids of whole sections as of when they are found, since photos may be added and removed meanwhile. */
    async wholeSections(now: () => readonly GridSection[], keys: ReadonlySet<string>): Promise<Found> {
      const requested = () => now().filter(({ key }) => keys.has(key));
      const idsNow = (section: GridSection) =>
        idsAt(section, photos.getState()[section.key], { first: 0, end: section.count });
      const unknown = requested().filter((section) => !idsNow(section));
      const count = requested().reduce((sum, one) => sum + one.count, 0);
      if (unknown.length > 0 && !(await read(unknown, count))) return 'cancelled';
      const groups: Group[] = [];
      for (const section of requested()) {
        const ids = idsNow(section) ?? idsLastRead(section, photos.getState()[section.key]);
        if (!ids) return 'unavailable';
        groups.push({ section: section.key, ids });
      }
      return groups;
    },
  };
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
