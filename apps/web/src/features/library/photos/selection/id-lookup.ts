import { idsOf } from '../store/decode-layout.ts';
import type { GridSection } from '../store/grid-sections.ts';
import type { PhotoStore } from '../store/photo-store.ts';
import type { SectionPages } from '../store/section-pages.ts';
import { countOf, type PhotoSlice } from './photo-range.ts';
import type { Group } from './selection.ts';

type Options = {
  photos: Pick<PhotoStore, 'getState' | 'readLayouts'>;
  /** How many photos are being looked up now. */
  onAwait: (count: number) => void;
};

/** Finds the ids of photos that need not be loaded; several wishes may wait side by side. */
export function createIdLookup({ photos, onAwait }: Options) {
  /** Photos that each wish waits for. */
  const waiting = new Map<symbol, number>();
  const tell = () => onAwait([...waiting.values()].reduce((sum, count) => sum + count, 0));

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
    /** Nothing is wished any more. */
    giveUp(): void {
      waiting.clear();
      tell();
    },

    /** The ids of slices of what the grid shows now, fetched where they are not known. */
    async groupsOf(
      now: () => readonly GridSection[],
      slices: readonly PhotoSlice[],
    ): Promise<Group[] | 'given-up' | 'not-there'> {
      const atOnce = known(now(), slices);
      if (atOnce) return atOnce;
      const mine = Symbol();
      waiting.set(mine, countOf(slices));
      tell();
      const unknown = slices.filter((slice) => known(now(), [slice]) === undefined);
      await photos.readLayouts(unknown.map(({ section }) => now()[section] as GridSection));
      if (!waiting.delete(mine)) return 'given-up';
      tell();
      return known(now(), slices) ?? 'not-there';
    },
  };
}

type Run = { first: number; end: number };

/** Ids of a section's photos by their places among those shown; undefined while some are not known yet. */
export function idsAt(
  section: GridSection,
  loaded: SectionPages | undefined,
  run: Run,
): readonly string[] | undefined {
  return idsOfPhotos(section, run) ?? idsOfLayout(section, loaded)?.slice(run.first, run.end);
}

function idsOfPhotos({ photos }: GridSection, { first, end }: Run): string[] | undefined {
  const ids: string[] = [];
  for (let place = first; place < end; place++) {
    const photo = photos[place];
    if (!photo) return undefined;
    ids.push(photo.imageId);
  }
  return ids;
}

function idsOfLayout(
  { places, count }: GridSection,
  loaded: SectionPages | undefined,
): readonly string[] | undefined {
  if (!loaded?.layout || loaded.layoutStatus !== 'fulfilled') return undefined;
  const ids = idsOf(loaded.layout);
  const shown = places ? Array.from(places, (place) => ids[place] as string) : ids;
  // One that was fetched before the count changed says nothing of the photos there are now.
  return shown.length === count ? shown : undefined;
}
