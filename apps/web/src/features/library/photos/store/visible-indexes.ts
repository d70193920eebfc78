import { type HiddenPhotos, isHiddenIn } from '#/shared/pending-removals.ts';
import { idsOf } from './decode-layout.ts';
import type { SourceSection } from './photo-source.ts';
import type { SectionPages } from './section-pages.ts';

/** Places of a section's photos that are shown, in order; null when it shows all of them. */
export function visibleIndexes(
  { count }: SourceSection,
  loaded: SectionPages,
  hidden: HiddenPhotos,
): Int32Array | null {
  if (hidden.size === 0) return null;
  // Where the list is there anew, an older layout is not asked any more: it knows other places.
  const isListed = Object.values(loaded.pages).includes('fulfilled');
  const layout = isListed && loaded.layoutStatus !== 'fulfilled' ? null : loaded.layout;
  const ids = layout ? idsOf(layout) : loaded.items.map((photo) => photo?.imageId);
  const gone = ids.reduce(
    (places, id, place) => (id && isHiddenIn(hidden, id, loaded.askedAt) ? places.add(place) : places),
    new Set<number>(),
  );
  if (gone.size === 0) return null;
  // The count of an outdated section no longer holds what is hidden, but its list still does until it is there anew.
  const length = layout?.count ?? count + (isListed ? 0 : gone.size);
  return placesWithout(gone, length);
}

function placesWithout(gone: ReadonlySet<number>, length: number): Int32Array {
  const places = new Int32Array(length - gone.size);
  let next = 0;
  for (let place = 0; next < places.length; place++) if (!gone.has(place)) places[next++] = place;
  return places;
}

type Run = { first: number; end: number };

/** The places that these tiles show, as runs without a gap of a page or more. */
export function runsOf(places: Int32Array | null, { first, end }: Run, pageSize: number): Run[] {
  if (!places) return [{ first, end }];
  const runs: Run[] = [];
  for (const place of places.subarray(first, end)) {
    const last = runs.at(-1);
    if (last && place - last.end < pageSize) last.end = place + 1;
    else runs.push({ first: place, end: place + 1 });
  }
  return runs;
}
