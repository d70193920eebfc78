import type { GridSection } from '../grid/grid-section.ts';
import { idsOf } from '../photos/decode-layout.ts';
import type { SectionPages } from '../photos/section-pages.ts';

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
