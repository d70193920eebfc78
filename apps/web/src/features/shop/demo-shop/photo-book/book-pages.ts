import { layoutsFor } from '@keepsake/contracts/creations/book-layout';
import { type BookPage, MAX_PHOTOS_PER_BOOK_PAGE } from '@keepsake/contracts/creations/photo-books';

/** Position of a photo: its page, and its index on that page. */
export type PhotoPlace = { page: number; place: number };
type Pages = readonly BookPage[];

/** A page with these photos in its current layout, or in the first one for that number of photos. */
function withPhotos({ layout }: BookPage, photoIds: string[]): BookPage {
  const suiting = layoutsFor(photoIds.length);
  return { photoIds, layout: suiting.includes(layout) ? layout : (suiting[0] ?? 'whole') };
}

const swapped = (photoIds: readonly string[], one: number, other: number): string[] =>
  photoIds.map((id, at) => photoIds[at === one ? other : at === other ? one : at] ?? id);

type Moved = { pages: BookPage[]; to: PhotoPlace };

/**
 * Moves a photo one position forwards (1) or backwards (-1): within its page, then to the adjacent page, swapping with the
 * nearest photo if that page is full. Null if there is no such position.
 */
export function movePhoto(pages: Pages, { page, place }: PhotoPlace, by: 1 | -1): Moved | null {
  const from = pages[page];
  const photoId = from?.photoIds[place];
  if (!from || photoId === undefined) return null;
  if (from.photoIds[place + by] !== undefined) {
    const moved = { ...from, photoIds: swapped(from.photoIds, place, place + by) };
    return { pages: pages.with(page, moved), to: { page, place: place + by } };
  }
  const into = pages[page + by];
  if (!into) return null;
  const isForward = by === 1;
  const nearest = isForward ? 0 : into.photoIds.length - 1;
  if (into.photoIds.length >= MAX_PHOTOS_PER_BOOK_PAGE) {
    const exchanged = into.photoIds[nearest] ?? photoId;
    const changed = pages
      .with(page, { ...from, photoIds: from.photoIds.with(place, exchanged) })
      .with(page + by, { ...into, photoIds: into.photoIds.with(nearest, photoId) });
    return { pages: changed, to: { page: page + by, place: nearest } };
  }
  const joined = withPhotos(into, isForward ? [photoId, ...into.photoIds] : [...into.photoIds, photoId]);
  const left = from.photoIds.filter((_, at) => at !== place);
  const changed = pages.with(page + by, joined).with(page, withPhotos(from, left));
  const isEmptied = left.length === 0;
  const target = page + by - (isEmptied && isForward ? 1 : 0);
  return {
    pages: changed.filter(({ photoIds }) => photoIds.length > 0),
    to: { page: target, place: isForward ? 0 : joined.photoIds.length - 1 },
  };
}

/** The pages without a photo; a page left without photos is removed. The last photo of a book stays. */
export function removePhoto(pages: Pages, { page, place }: PhotoPlace): BookPage[] {
  const from = pages[page];
  if (!from || (pages.length === 1 && from.photoIds.length === 1)) return [...pages];
  const left = from.photoIds.filter((_, at) => at !== place);
  if (left.length === 0) return pages.filter((_, at) => at !== page);
  return pages.with(page, withPhotos(from, left));
}
