import type { Photo } from '@keepsake/contracts/library/photos';
import { idsOf, UNINITIALIZED, type Wanted } from '#/features/library/photo-store/index.ts';
import { isRemovedIn } from '#/features/library/state/index.ts';
import type { Nearby, Neighbour, PreviewSequence } from './preview-sequence.ts';
import {
  type Found,
  hasFailedAt,
  indexOfPhoto,
  isHiddenAt,
  type ListIndex,
  photoAt,
  positionOf,
  type Sections,
  walk,
} from './section-walk.ts';

type Requested = {
  photoId: string;
  /** Where the photo was last seen: once it is gone, the photo now at that index replaces it. */
  lastKnown: ListIndex | undefined;
  /** Its section, which may be known before its index. */
  sectionKey: string | undefined;
  /** The photo, if it is known before its index. */
  early: Photo | undefined;
  /** Number of photos on each side shown in the filmstrip. */
  reach: number;
};

type View = Omit<PreviewSequence, 'error' | 'retry' | 'selectedIn'> & {
  section: string | undefined;
  /** Index of the requested photo. */
  at: ListIndex | undefined;
  /** What to fetch, most important first. */
  wanted: readonly Wanted[];
};

/** A list in sections from the perspective of one photo. */
export function viewSections(list: Sections, requested: Requested): View {
  const at = indexOfPhoto(list, requested.photoId);
  const shown = shownAt(list, at ?? requested.lastKnown, requested.photoId);
  if (!shown) return viewWithoutIndex(list, requested, at ?? requested.lastKnown);
  const next = walk(list, shown.at, 1);
  const previous = walk(list, shown.at, -1);
  const beyond = [next && walk(list, next.at, 1), previous && walk(list, previous.at, -1)];
  const photo = shown.photo ?? (isRequested(at, shown) ? requested.early : undefined);
  const isGone = isGoneFrom(list, requested);
  const strip = stripAround(list, { ...shown, photo }, requested.reach);
  const around = [shown, next, previous, ...beyond, ...strip].filter((found) => found !== null);
  return {
    status: photo ? 'shown' : hasFailedAt(list, shown.at) ? 'failed' : 'loading',
    photo,
    isGone: isGone === true,
    previous: neighbour(previous),
    next: neighbour(next),
    beyond: beyond.flatMap((found) => found?.photo ?? []),
    nearby: strip.map(nearbyOf),
    section: list.sections[shown.at.section]?.key,
    position: positionOf(list, shown.at),
    at,
    wanted: [
      ...(isGone === undefined ? layoutOf(list, requested.sectionKey) : []),
      ...around.flatMap((found) => wantedAt(list, found.at)),
    ],
  };
}

const isRequested = (at: ListIndex | undefined, shown: Found) =>
  at !== undefined && shown.at.section === at.section && shown.at.index === at.index;
const neighbour = (found: Found | null): Neighbour => (found ? found.photo : null);

type InStrip = Found & { steps: number };

function stripAround(list: Sections, shown: Found, reach: number): InStrip[] {
  const side = (direction: 1 | -1) => {
    const found: InStrip[] = [];
    for (let last: Found | null = shown; found.length < reach; ) {
      last = walk(list, last.at, direction);
      if (!last) break;
      found.push({ ...last, steps: direction * (found.length + 1) });
    }
    return found;
  };
  return [...side(-1).reverse(), { ...shown, steps: 0 }, ...side(1)];
}

const nearbyOf = ({ at, photo, steps }: InStrip): Nearby => ({
  key: photo?.imageId ?? `${at.section} ${at.index}`,
  steps,
  photo,
});

/** The photo at an index, or the nearest one if it is hidden or gone. */
function shownAt(list: Sections, at: ListIndex | undefined, photoId: string): Found | null {
  if (!at) return null;
  const photo = photoAt(list, at);
  const isGone =
    isHiddenAt(list, at, photo?.imageId ?? photoId) || at.index >= (list.sections[at.section]?.count ?? 0);
  if (!isGone) return { at, photo };
  return walk(list, at, 1) ?? walk(list, at, -1);
}

function viewWithoutIndex(
  list: Sections,
  { sectionKey, early, photoId }: Requested,
  at: ListIndex | undefined,
): View {
  const section = list.sections.find(({ key }) => key === sectionKey);
  const { layoutStatus, requestedAt } = list.pages[sectionKey ?? ''] ?? UNINITIALIZED;
  const isHidden = isRemovedIn(list.hidden, photoId, requestedAt);
  // A known photo is shown even while its index is unknown.
  const photo = isHidden ? undefined : early;
  const isEmpty = list.sections.length === 0 || (at !== undefined && isHidden);
  const status = isEmpty ? 'empty' : photo ? 'shown' : statusBy(layoutStatus, section !== undefined);
  const isAlone =
    sectionKey !== undefined && (!section || layoutStatus === 'fulfilled' || layoutStatus === 'rejected');
  const beside = isAlone ? null : undefined;
  return {
    status,
    photo,
    isGone: false,
    previous: beside,
    next: beside,
    beyond: [],
    nearby: photo ? [{ key: photo.imageId, steps: 0, photo }] : [],
    section: section?.key,
    position: undefined,
    at: undefined,
    wanted: layoutOf(list, sectionKey),
  };
}

function statusBy(layoutStatus: string, hasSection: boolean): PreviewSequence['status'] {
  if (layoutStatus === 'rejected') return 'failed';
  return hasSection && layoutStatus === 'fulfilled' ? 'missing' : 'loading';
}

function layoutOf({ sections }: Sections, sectionKey: string | undefined): Wanted[] {
  const section = sections.find(({ key }) => key === sectionKey);
  return section ? [{ section, firstPhoto: 0, endPhoto: 0, isOpen: true }] : [];
}

function wantedAt({ sections }: Sections, { section, index }: ListIndex): Wanted[] {
  const found = sections[section];
  return found ? [{ section: found, firstPhoto: index, endPhoto: index + 1, isOpen: false }] : [];
}

type LastSeen = { photoId: string; lastKnown: ListIndex | undefined; sectionKey: string | undefined };

/**
 * Whether a photo that was in the list is no longer there. Pages alone cannot tell: after photos were added before it, it may
 * be on a page not yet reloaded. Undefined until the layout of its section is loaded.
 */
export function isGoneFrom(
  { sections, pages }: Sections,
  { photoId, lastKnown, sectionKey }: LastSeen,
): boolean | undefined {
  if (!lastKnown || sectionKey === undefined) return false;
  if (!sections.some(({ key }) => key === sectionKey)) return true;
  const { items, layout, layoutStatus } = pages[sectionKey] ?? UNINITIALIZED;
  if (items.some((photo) => photo?.imageId === photoId)) return false;
  if (layoutStatus === 'rejected') return false;
  if (layoutStatus !== 'fulfilled' || !layout) return undefined;
  return !idsOf(layout).includes(photoId);
}
