import type { Photo } from '@keepsake/contracts';
import { isRemovedIn, type PendingRemovals } from '#/shared/pending-removals.ts';
import { idAt, idsOf } from '../../store/decode-layout.ts';
import type { SourceSection } from '../../store/photo-source.ts';
import { type PagesState, type SectionPages, UNINITIALIZED } from '../../store/section-pages.ts';

/** A list in sections, as far as it is loaded. */
export type Sections = {
  sections: readonly SourceSection[];
  pages: PagesState;
  pageSize: number;
  hidden: PendingRemovals;
};

/** A place in the list; nothing says that its photo is loaded. */
export type Place = { section: number; index: number };
export type Found = { place: Place; photo: Photo | undefined };

/** Where a photo is; undefined while nothing that is loaded tells. */
export function placeOf({ sections, pages }: Sections, photoId: string): Place | undefined {
  // Pages first: to spell out the ids of a layout takes longer.
  return (
    find(sections, pages, ({ items }) => items.findIndex((photo) => photo?.imageId === photoId)) ??
    find(sections, pages, ({ layout }) => (layout ? idsOf(layout).indexOf(photoId) : -1))
  );
}

function find(
  sections: readonly SourceSection[],
  pages: PagesState,
  indexIn: (loaded: SectionPages) => number,
): Place | undefined {
  for (const [section, { key }] of sections.entries()) {
    const loaded = pages[key];
    const index = loaded ? indexIn(loaded) : -1;
    if (index >= 0) return { section, index };
  }
  return undefined;
}

/** The photo at a place, as far as it is loaded. */
export function photoAt({ sections, pages }: Sections, { section, index }: Place): Photo | undefined {
  return pages[sections[section]?.key ?? '']?.items[index];
}

/** The next photo that is shown, in a direction and across sections; null at the end of the list. */
export function walk(list: Sections, from: Place, direction: 1 | -1): Found | null {
  let place = stepFrom(list.sections, from, direction);
  for (; place; place = stepFrom(list.sections, place, direction)) {
    const id = idOf(list, place);
    if (id === undefined && isKnownEmpty(list, place)) continue;
    if (id === undefined || !isHiddenAt(list, place, id)) return { place, photo: photoAt(list, place) };
  }
  return null;
}

/** Whether a photo at a place is hidden. */
export function isHiddenAt(list: Sections, place: Place, photoId: string): boolean {
  return isRemovedIn(list.hidden, photoId, loadedAt(list, place).askedAt);
}

function stepFrom(sections: readonly SourceSection[], from: Place, direction: 1 | -1): Place | null {
  const count = sections[from.section]?.count ?? 0;
  const index = from.index + direction;
  if (index >= 0 && index < count) return { section: from.section, index };
  const section = from.section + direction;
  const beyond = sections[section];
  if (!beyond) return null;
  return { section, index: direction > 0 ? 0 : beyond.count - 1 };
}

function idOf(list: Sections, place: Place): string | undefined {
  const { layout } = loadedAt(list, place);
  const known = photoAt(list, place)?.imageId;
  return known ?? (layout && place.index < layout.count ? idAt(layout, place.index) : undefined);
}

/** Its page came without it: the list has become shorter than it is counted. */
function isKnownEmpty(list: Sections, place: Place): boolean {
  return loadedAt(list, place).pages[Math.floor(place.index / list.pageSize)] === 'fulfilled';
}

function loadedAt({ sections, pages }: Sections, { section }: Place): SectionPages {
  return pages[sections[section]?.key ?? ''] ?? UNINITIALIZED;
}

/** Whether what a place needs could not be fetched. */
export function hasFailedAt(list: Sections, place: Place): boolean {
  const { pages } = loadedAt(list, place);
  return pages[Math.floor(place.index / list.pageSize)] === 'rejected';
}

/** Counts photos: of the list, and up to a place of it. */
export function positionOf({ sections }: Sections, { section, index }: Place) {
  const sum = (some: readonly SourceSection[]) => some.reduce((total, { count }) => total + count, 0);
  return { at: sum(sections.slice(0, section)) + index + 1, total: sum(sections) };
}
