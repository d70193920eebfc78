import type { ChosenPhotos } from '#/features/library/photo-view/index.ts';

/** Marks of photos as this page last showed them, by id: all that is remembered of photos that are not loaded. */
const marksOfPage = new Map<string, boolean>();

/** Remembers what the page shows from now on. */
export function rememberMarks(marks: ReadonlyMap<string, boolean>): void {
  for (const [photoId, mark] of marks) marksOfPage.set(photoId, mark);
}

type Chosen = Pick<ChosenPhotos, 'photoOf'>;

/**
 * Whether a photo is a favourite, as far as this page can tell: what is loaded says so itself, what is not may have been marked
 * here, and all others are as their view says.
 */
export function isFavourite({ photoOf }: Chosen, photoId: string, areAll = false): boolean {
  const photo = photoOf?.(photoId);
  return photo ? photo.isFavourite === true : (marksOfPage.get(photoId) ?? areAll);
}

/**
 * Whether a press takes the mark away, because there are some and all of them have it. Stops at the first that has not: a selection
 * may hold a hundred thousand.
 */
export function areFavourites(chosen: ChosenPhotos, areAll: boolean): boolean {
  const { photoIds } = chosen;
  return photoIds.length > 0 && photoIds.every((photoId) => isFavourite(chosen, photoId, areAll));
}
