import type { Photo } from '@keepsake/contracts';
import { isRemovedIn } from '#/shared/pending-removals.ts';
import { idsOf } from '../../store/decode-layout.ts';
import type { Wanted } from '../../store/photo-store.ts';
import { UNINITIALIZED } from '../../store/section-pages.ts';
import type { Neighbour, PreviewSequence } from './preview-sequence.ts';
import {
  type Found,
  hasFailedAt,
  isHiddenAt,
  type Place,
  photoAt,
  placeOf,
  positionOf,
  type Sections,
  walk,
} from './section-walk.ts';

type Asked = {
  photoId: string;
  /** Where it was when it was last seen: what stands there now takes its place once it is gone. */
  lastPlace: Place | undefined;
  /** The section it belongs to, as soon as that is known without its place. */
  sectionKey: string | undefined;
  /** The photo, where it is known before its place. */
  early: Photo | undefined;
};

type View = Omit<PreviewSequence, 'error' | 'retry' | 'selectedIn'> & {
  section: string | undefined;
  /** Where the photo asked for is. */
  place: Place | undefined;
  /** What to fetch, the most important first. */
  wanted: readonly Wanted[];
};

/** A list in sections as a preview of one of its photos sees it. */
export function viewSections(list: Sections, asked: Asked): View {
  const place = placeOf(list, asked.photoId);
  const shown = shownAt(list, place ?? asked.lastPlace, asked.photoId);
  if (!shown) return viewWithoutPlace(list, asked, place ?? asked.lastPlace);
  const next = walk(list, shown.place, 1);
  const previous = walk(list, shown.place, -1);
  const beyond = [next && walk(list, next.place, 1), previous && walk(list, previous.place, -1)];
  const photo = shown.photo ?? (isAsked(place, shown) ? asked.early : undefined);
  const isGone = hasLeft(list, asked);
  const around = [shown, next, previous, ...beyond].filter((found) => found !== null);
  return {
    status: photo ? 'shown' : hasFailedAt(list, shown.place) ? 'failed' : 'loading',
    photo,
    hasLeft: isGone === true,
    previous: neighbour(previous),
    next: neighbour(next),
    beyond: beyond.flatMap((found) => found?.photo ?? []),
    section: list.sections[shown.place.section]?.key,
    position: positionOf(list, shown.place),
    place,
    wanted: [
      ...(isGone === undefined ? layoutOf(list, asked.sectionKey) : []),
      ...around.flatMap((found) => wantedAt(list, found.place)),
    ],
  };
}

const isAsked = (place: Place | undefined, shown: Found) =>
  place !== undefined && shown.place.section === place.section && shown.place.index === place.index;
const neighbour = (found: Found | null): Neighbour => (found ? found.photo : null);

/** The photo at the place, or the nearest one while it is hidden or after it is gone. */
function shownAt(list: Sections, place: Place | undefined, photoId: string): Found | null {
  if (!place) return null;
  const photo = photoAt(list, place);
  const isGone =
    isHiddenAt(list, place, photo?.imageId ?? photoId) ||
    place.index >= (list.sections[place.section]?.count ?? 0);
  if (!isGone) return { place, photo };
  return walk(list, place, 1) ?? walk(list, place, -1);
}

function viewWithoutPlace(
  list: Sections,
  { sectionKey, early, photoId }: Asked,
  place: Place | undefined,
): View {
  const section = list.sections.find(({ key }) => key === sectionKey);
  const { layoutStatus, askedAt } = list.pages[sectionKey ?? ''] ?? UNINITIALIZED;
  const isHidden = isRemovedIn(list.hidden, photoId, askedAt);
  // Known as a photo, it is shown, wherever it is in the list by now.
  const photo = isHidden ? undefined : early;
  const isEmpty = list.sections.length === 0 || (place !== undefined && isHidden);
  const status = isEmpty ? 'empty' : photo ? 'shown' : statusBy(layoutStatus, section !== undefined);
  const isAlone =
    sectionKey !== undefined && (!section || layoutStatus === 'fulfilled' || layoutStatus === 'rejected');
  const beside = isAlone ? null : undefined;
  return {
    status,
    photo,
    hasLeft: false,
    previous: beside,
    next: beside,
    beyond: [],
    section: section?.key,
    position: undefined,
    place: undefined,
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

function wantedAt({ sections }: Sections, { section, index }: Place): Wanted[] {
  const found = sections[section];
  return found ? [{ section: found, firstPhoto: index, endPhoto: index + 1, isOpen: false }] : [];
}

type LeftAsked = { photoId: string; lastPlace: Place | undefined; sectionKey: string | undefined };

/**
 * Whether a photo that was in the list has left it. Pages alone do not tell: where photos came in before it, it may
 * stand on a page that is not fetched anew yet. Undefined while the layout of its section has to be asked.
 */
export function hasLeft(
  { sections, pages }: Sections,
  { photoId, lastPlace, sectionKey }: LeftAsked,
): boolean | undefined {
  if (!lastPlace || sectionKey === undefined) return false;
  if (!sections.some(({ key }) => key === sectionKey)) return true;
  const { items, layout, layoutStatus } = pages[sectionKey] ?? UNINITIALIZED;
  if (items.some((photo) => photo?.imageId === photoId)) return false;
  if (layoutStatus === 'rejected') return false;
  if (layoutStatus !== 'fulfilled' || !layout) return undefined;
  return !idsOf(layout).includes(photoId);
}
