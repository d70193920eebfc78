import type { GridSection } from '../grid/grid-section.ts';
import type { PhotoStore } from '../photos/photo-store.ts';
import { countOf, type PhotoSlice } from './photo-range.ts';
import { idsAt } from './section-ids.ts';
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
