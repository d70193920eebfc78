import {
  type Box,
  captionBaseline,
  placeCover,
  placePhotos,
  titleSize,
} from '@keepsake/contracts/creations/book-layout';
import type { BookPhoto } from '@keepsake/contracts/creations/compose-book';
import { BOOK_FORMATS, type BookContent, captionOf } from '@keepsake/contracts/creations/photo-books';

/** Words on a page: lines with letters of `size` millimetres, starting at the baseline of the first. */
export type Words = {
  text: string;
  x: number;
  /** Baseline of the first line, or of the last one if the words grow upwards. */
  y: number;
  width: number;
  size: number;
  align: 'left' | 'centre';
  grows: 'down' | 'up';
  colour: string;
};

/** A page of a photo book with everything on it, in millimetres of the trimmed page. */
export type DrawnPage = {
  width: number;
  height: number;
  paper: string;
  photos: readonly (Box & { photoId: string })[];
  /** Darkens the lower part, so that words are readable on a photo. */
  hasShade: boolean;
  words: readonly Words[];
};

const PAPER = '#ffffff';
const COVER_PAPER = '#f3efe8';
const LETTERS = '#23282d';
const SOFT_LETTERS = '#6b7178';
const WHITE = '#ffffff';
/** Letter sizes of a line of dates, on a page and on the cover. */
const CAPTION_SIZE = 3.2;
const SUBTITLE_SIZE = 4.4;

type Planned = {
  /** Those that still exist; pages omit the others. */
  photos: readonly BookPhoto[];
  /** Locale of the dates. */
  locale: string;
};

type PlannedBook = Planned & {
  /** Number of pages the book is made with, if more than those with content. */
  pagesCount?: number | undefined;
};

/** The pages of a book from its front cover to its back cover. */
export function planBook(content: BookContent, planned: PlannedBook): DrawnPage[] {
  const inside = planInside(content, planned);
  const { width, height } = BOOK_FORMATS[content.format];
  const empty = { width, height, paper: PAPER, photos: [], hasShade: false, words: [] };
  while (inside.length < (planned.pagesCount ?? 0)) inside.push(empty);
  return [planCover(content, planned), ...inside, planBack(content)];
}

/** The front cover of a book. */
export function planCover(content: BookContent, { photos, locale }: Planned): DrawnPage {
  const { format, coverPhotoId, hasDates } = content;
  const title = content.title.trim();
  const dates = hasDates ? captionOf(datesOf(photos), locale) : '';
  const shown = photos.find(({ id }) => id === coverPhotoId);
  const { photo, words, isOverPhoto } = placeCover(format, shown?.ratio);
  const { width, height } = BOOK_FORMATS[format];
  const size = titleSize(title, words);
  const bottom = words.y + words.height;
  const written = { x: words.x, width: words.width, align: 'left', grows: 'up' } as const;
  return {
    width,
    height,
    paper: COVER_PAPER,
    photos: shown && photo ? [{ ...photo, photoId: shown.id }] : [],
    hasShade: isOverPhoto && (title !== '' || dates !== ''),
    words: [
      {
        ...written,
        text: title,
        y: dates ? bottom - 2.2 * SUBTITLE_SIZE : bottom,
        size,
        colour: isOverPhoto ? WHITE : LETTERS,
      },
      { ...written, text: dates, y: bottom, size: SUBTITLE_SIZE, colour: isOverPhoto ? WHITE : SOFT_LETTERS },
    ],
  };
}

function planInside({ format, hasDates, pages }: BookContent, { photos, locale }: Planned): DrawnPage[] {
  const { width, height } = BOOK_FORMATS[format];
  const existing = new Map(photos.map((photo) => [photo.id, photo]));
  const ratioOf = (photoId: string) => existing.get(photoId)?.ratio;
  return pages.map((page) => {
    const placed = placePhotos(page, { format, hasCaption: hasDates, ratioOf });
    const isFull = placed.some(({ isBleed }) => isBleed);
    const taken = datesOf(placed.map(({ photoId }) => existing.get(photoId)));
    const caption = hasDates && !isFull ? captionOf(taken, locale) : '';
    const line = { x: 0, width, y: captionBaseline(format), size: CAPTION_SIZE, colour: SOFT_LETTERS };
    const words: Words[] = [{ ...line, text: caption, align: 'centre', grows: 'down' }];
    return { width, height, paper: PAPER, photos: placed, hasShade: false, words };
  });
}

function planBack({ format, title }: BookContent): DrawnPage {
  const { width, height } = BOOK_FORMATS[format];
  const words: Words = {
    text: title.trim(),
    x: width * 0.2,
    width: width * 0.6,
    y: height - 16,
    size: CAPTION_SIZE,
    align: 'centre',
    grows: 'up',
    colour: SOFT_LETTERS,
  };
  return { width, height, paper: COVER_PAPER, photos: [], hasShade: false, words: [words] };
}

const datesOf = (photos: readonly (BookPhoto | undefined)[]) => photos.map((photo) => photo?.takenAt);
