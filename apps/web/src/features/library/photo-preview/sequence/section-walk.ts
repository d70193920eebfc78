import type { Photo } from '@keepsake/contracts/library/photos';
import {
  idAt,
  idsOf,
  type PagesState,
  type SectionPages,
  type SourceSection,
  UNINITIALIZED,
} from '#/features/library/photo-store/index.ts';
import { isRemovedIn, type PendingRemovals } from '#/features/library/state/index.ts';

/** A list in sections, and the parts of it that are loaded. */
export type Sections = {
  sections: readonly SourceSection[];
  pages: PagesState;
  pageSize: number;
  hidden: PendingRemovals;
};

/** A position in the list; its photo need not be loaded. */
export type ListIndex = { section: number; index: number };
export type Found = { at: ListIndex; photo: Photo | undefined };

/** Index of a photo; undefined while unknown. */
export function indexOfPhoto({ sections, pages }: Sections, photoId: string): ListIndex | undefined {
  // Searches pages first, because formatting the ids of a layout takes longer.
  return (
    find(sections, pages, ({ items }) => items.findIndex((photo) => photo?.imageId === photoId)) ??
    find(sections, pages, ({ layout, items }) => {
      const index = layout ? idsOf(layout).indexOf(photoId) : -1;
      // Another photo of a page there: the layout is older, and the photo is elsewhere since.
      return items[index] ? -1 : index;
    })
  );
}

function find(
  sections: readonly SourceSection[],
  pages: PagesState,
  indexIn: (loaded: SectionPages) => number,
): ListIndex | undefined {
  for (const [section, { key }] of sections.entries()) {
    const loaded = pages[key];
    const index = loaded ? indexIn(loaded) : -1;
    if (index >= 0) return { section, index };
  }
  return undefined;
}

/** The photo at an index, if it is loaded. */
export function photoAt({ sections, pages }: Sections, { section, index }: ListIndex): Photo | undefined {
  return pages[sections[section]?.key ?? '']?.items[index];
}

/** The next visible photo in a direction, across sections; null at the end of the list. */
export function walk(list: Sections, from: ListIndex, direction: 1 | -1): Found | null {
  let at = stepFrom(list.sections, from, direction);
  for (; at; at = stepFrom(list.sections, at, direction)) {
    const id = idOf(list, at);
    if (id === undefined && isKnownEmpty(list, at)) continue;
    if (id === undefined || !isHiddenAt(list, at, id)) return { at, photo: photoAt(list, at) };
  }
  return null;
}

/** Whether a pending removal hides a photo. */
export function isHiddenAt(list: Sections, at: ListIndex, photoId: string): boolean {
  return isRemovedIn(list.hidden, photoId, loadedAt(list, at).requestedAt);
}

function stepFrom(sections: readonly SourceSection[], from: ListIndex, direction: 1 | -1): ListIndex | null {
  const count = sections[from.section]?.count ?? 0;
  const index = from.index + direction;
  if (index >= 0 && index < count) return { section: from.section, index };
  const section = from.section + direction;
  const beyond = sections[section];
  if (!beyond) return null;
  return { section, index: direction > 0 ? 0 : beyond.count - 1 };
}

function idOf(list: Sections, at: ListIndex): string | undefined {
  const { layout } = loadedAt(list, at);
  const existing = photoAt(list, at)?.imageId;
  return existing ?? (layout && at.index < layout.count ? idAt(layout, at.index) : undefined);
}

/** Its page is loaded without a photo at this index: the list is shorter than its count. */
function isKnownEmpty(list: Sections, at: ListIndex): boolean {
  return loadedAt(list, at).pages[Math.floor(at.index / list.pageSize)] === 'fulfilled';
}

function loadedAt({ sections, pages }: Sections, { section }: ListIndex): SectionPages {
  return pages[sections[section]?.key ?? ''] ?? UNINITIALIZED;
}

/** Whether the page of an index could not be fetched. */
export function hasFailedAt(list: Sections, at: ListIndex): boolean {
  const { pages } = loadedAt(list, at);
  return pages[Math.floor(at.index / list.pageSize)] === 'rejected';
}

/** Position of an index among all photos, from 1, and their number. */
export function positionOf({ sections }: Sections, { section, index }: ListIndex) {
  const sum = (some: readonly SourceSection[]) => some.reduce((total, { count }) => total + count, 0);
  return { at: sum(sections.slice(0, section)) + index + 1, total: sum(sections) };
}
