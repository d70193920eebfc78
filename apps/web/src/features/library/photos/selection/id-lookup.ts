import { idsOf } from '../store/decode-layout.ts';
import type { GridSection } from '../store/grid-sections.ts';
import type { PhotoStore } from '../store/photo-store.ts';
import type { SectionPages } from '../store/section-pages.ts';
import { countOf, type PhotoSlice } from './photo-range.ts';
import type { Group } from './selection.ts';

type Options = {
  photos: Pick<PhotoStore, 'getState' | 'readLayouts'>;
  /** Called with the number of photos being looked up. */
  onAwait: (count: number) => void;
};

/** Finds the ids of photos, loaded or not. Several requests may wait at the same time. */
export function createIdLookup({ photos, onAwait }: Options) {
  /** Number of photos each request waits for. */
  const waiting = new Map<symbol, number>();
  const notify = () => onAwait([...waiting.values()].reduce((sum, count) => sum + count, 0));

  function known(sections: readonly GridSection[], slices: readonly PhotoSlice[]): Group[] | undefined {
    const groups: Group[] = [];
    for (const slice of slices) {
      const section = sections[slice.section] as GridSection;
      const ids = idsAt(section, photos.getState()[section.key], slice);
      if (!ids) return undefined;
      groups.push({ section: section.key, ids });
    }
    return groups;
  }

  return {
    /** Cancels all requests. */
    cancel(): void {
      waiting.clear();
      notify();
    },

    /** The ids of slices of what the grid shows now; unknown ones are fetched. */
    async groupsOf(
      now: () => readonly GridSection[],
      slices: readonly PhotoSlice[],
    ): Promise<Group[] | 'cancelled' | 'unavailable'> {
      const atOnce = known(now(), slices);
      if (atOnce) return atOnce;
      const mine = Symbol();
      waiting.set(mine, countOf(slices));
      notify();
      const unknown = slices.filter((slice) => known(now(), [slice]) === undefined);
      await photos.readLayouts(unknown.map(({ section }) => now()[section] as GridSection));
      if (!waiting.delete(mine)) return 'cancelled';
      notify();
      return known(now(), slices) ?? 'unavailable';
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

function idsOfLayout(
  { sourceIndexes, count }: GridSection,
  loaded: SectionPages | undefined,
): readonly string[] | undefined {
  if (!loaded?.layout || loaded.layoutStatus !== 'fulfilled') return undefined;
  const ids = idsOf(loaded.layout);
  const shown = sourceIndexes ? Array.from(sourceIndexes, (index) => ids[index] as string) : ids;
  // A layout from before the count changed is of no use.
  return shown.length === count ? shown : undefined;
}
