import type { Photo, PhotoPage } from '@keepsake/contracts/library/photos';
import type { PhotoChange } from '#/features/library/photo-store/index.ts';
import type { PendingRemovals } from '#/features/library/state/index.ts';
import type { Nearby, PreviewSequence } from './preview-sequence.ts';

/** Direction from the photo that was opened. */
export type Side = 'before' | 'after';

/** How far the list is loaded on one side: `cursor` is undefined before the first page and null at the end. */
type Reach = { cursor: string | null | undefined; status: 'idle' | 'pending' | 'rejected' };

/** The library as one list, loaded outwards from the photo that was opened. */
export type FlatList = { photos: readonly Photo[]; before: Reach; after: Reach };

export type FlatAction =
  | { type: 'fetch' | 'reject'; side: Side }
  | { type: 'fulfil'; side: Side; page: PhotoPage }
  /** Photos have changed, for example have thumbnails now. */
  | { type: 'change'; change: PhotoChange }
  | { type: 'remove'; photoIds: ReadonlySet<string> }
  /** There may be new photos at an end already reached. */
  | { type: 'reopen' };

const UNKNOWN: Reach = { cursor: undefined, status: 'idle' };

export const startFlat = (photo: Photo): FlatList => ({ photos: [photo], before: UNKNOWN, after: UNKNOWN });

export function reduceFlat(list: FlatList, action: FlatAction): FlatList {
  switch (action.type) {
    case 'fetch':
      return { ...list, [action.side]: { ...list[action.side], status: 'pending' } };
    case 'reject':
      return { ...list, [action.side]: { ...list[action.side], status: 'rejected' } };
    case 'fulfil':
      return extended(list, action.side, action.page);
    case 'change':
      return { ...list, photos: list.photos.map(action.change) };
    case 'remove':
      return { ...list, photos: list.photos.filter(({ imageId }) => !action.photoIds.has(imageId)) };
    case 'reopen':
      return { ...list, before: reopened(list.before), after: reopened(list.after) };
  }
}

const reopened = (reach: Reach): Reach => (reach.cursor === null ? UNKNOWN : reach);

function extended(list: FlatList, side: Side, { images, cursor }: PhotoPage): FlatList {
  const existing = new Set(list.photos.map(({ imageId }) => imageId));
  const fresh = images.filter(({ imageId }) => !existing.has(imageId));
  const photos = side === 'after' ? [...list.photos, ...fresh] : [...fresh.toReversed(), ...list.photos];
  return { ...list, photos, [side]: { cursor, status: 'idle' } };
}

/** Fetches more when fewer photos than this remain on a side. */
const NEAR = 8;

type Requested = {
  photoId: string;
  lastIndex: number;
  hidden: PendingRemovals;
  /** Number of photos on each side shown in the filmstrip. */
  reach: number;
};

/** The list from the perspective of one photo, and the sides on which to fetch more. */
export function viewFlat(list: FlatList, { photoId, lastIndex, hidden, reach }: Requested) {
  const found = list.photos.findIndex(({ imageId }) => imageId === photoId);
  const at = visibleFrom(list, found < 0 ? lastIndex : found, hidden);
  const next = at < 0 ? -1 : nextVisible(list, at, 1, hidden);
  const previous = at < 0 ? -1 : nextVisible(list, at, -1, hidden);
  const isWhole = list.before.cursor === null && list.after.cursor === null;
  const beyond = [nextVisible(list, next, 1, hidden), nextVisible(list, previous, -1, hidden)];
  const sequence: Omit<PreviewSequence, 'error' | 'retry' | 'selectedIn'> = {
    status: at >= 0 ? 'shown' : isWhole ? 'empty' : 'loading',
    photo: list.photos[at],
    isGone: found < 0,
    previous: list.photos[previous] ?? beyondEnd(list.before),
    next: list.photos[next] ?? beyondEnd(list.after),
    beyond: beyond.flatMap((index) => list.photos[index] ?? []),
    nearby: at < 0 ? [] : stripAround(list, { at, hidden, reach }),
    position: isWhole && at >= 0 ? { at: at + 1, total: list.photos.length } : undefined,
  };
  return { index: found, sequence, wanted: wantedSides(list, at, Math.max(NEAR, reach)) };
}

type Strip = Pick<Requested, 'hidden' | 'reach'> & { at: number };

function stripAround(list: FlatList, { at, hidden, reach }: Strip): Nearby[] {
  const side = (direction: 1 | -1) => {
    const found: Nearby[] = [];
    let index = nextVisible(list, at, direction, hidden);
    for (; index >= 0 && found.length < reach; index = nextVisible(list, index, direction, hidden))
      found.push(nearbyOf(list.photos[index], direction * (found.length + 1)));
    return found;
  };
  return [...side(-1).reverse(), nearbyOf(list.photos[at], 0), ...side(1)];
}

const nearbyOf = (photo: Photo | undefined, steps: number): Nearby => ({
  key: photo?.imageId ?? String(steps),
  steps,
  photo,
});

const beyondEnd = ({ cursor, status }: Reach) =>
  cursor === null || status === 'rejected' ? null : undefined;

function wantedSides({ photos, before, after }: FlatList, at: number, near: number): Side[] {
  const sides: Side[] = [];
  if (photos.length - 1 - at < near && canFetch(after)) sides.push('after');
  if (at < near && canFetch(before)) sides.push('before');
  return sides;
}

const canFetch = ({ cursor, status }: Reach) => cursor !== null && status === 'idle';

function visibleFrom({ photos }: FlatList, index: number, hidden: PendingRemovals): number {
  const isVisible = ({ imageId }: Photo) => !hidden.has(imageId);
  const later = photos.findIndex((photo, at) => at >= index && isVisible(photo));
  return later >= 0 ? later : photos.findLastIndex((photo, at) => at < index && isVisible(photo));
}

function nextVisible({ photos }: FlatList, from: number, direction: 1 | -1, hidden: PendingRemovals): number {
  if (from < 0) return -1;
  for (let index = from + direction; index >= 0 && index < photos.length; index += direction) {
    if (!hidden.has(photos[index]?.imageId ?? '')) return index;
  }
  return -1;
}
