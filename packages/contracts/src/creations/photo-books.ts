import * as z from 'zod/mini';
import { count, id, minorUnits } from '../platform/fields.ts';
import { dateFormat } from '../platform/formats.ts';
import { chosenOptions } from './article-options.ts';

/** Photo book formats: article code, and trimmed page size in millimetres. */
export const BOOK_FORMATS = {
  landscape: { code: 'BOOK_L28', width: 280, height: 210 },
  square: { code: 'BOOK_S21', width: 210, height: 210 },
} as const;
export type BookFormat = keyof typeof BOOK_FORMATS;

/** Maximum photos and pages of a book, and photos of one page. */
export const MAX_BOOK_PHOTOS = 200;
export const MAX_BOOK_PAGES = 100;
export const MAX_PHOTOS_PER_BOOK_PAGE = 4;
/** Maximum length of the title on the cover, in characters. */
export const MAX_BOOK_TITLE = 60;

/**
 * Arrangements of a page's photos: a single one bleeding or whole; several side by side, stacked, in two rows, or a large one
 * with the others beside or below it.
 */
export const BOOK_LAYOUTS = ['whole', 'bleed', 'row', 'column', 'leading', 'leadingTop', 'grid'] as const;
export type BookLayout = (typeof BOOK_LAYOUTS)[number];

const bookPage = z.strictObject({
  photoIds: z.array(id).check(z.minLength(1), z.maxLength(MAX_PHOTOS_PER_BOOK_PAGE)),
  layout: z.enum(BOOK_LAYOUTS),
});
export type BookPage = z.infer<typeof bookPage>;

/** The content of a photo book: together with the photos, everything needed to draw it. */
export const bookContent = z.strictObject({
  kind: z.literal('book'),
  format: z.enum(['landscape', 'square']),
  /** Printed on the cover; may be empty. */
  title: z.string().check(z.maxLength(MAX_BOOK_TITLE), z.regex(/^[^\p{Cc}\p{Cs}]*$/u)),
  /** Whether pages have a caption with the dates of their photos. */
  hasDates: z.boolean(),
  /** Null: a plain cover. */
  coverPhotoId: z.nullable(id),
  pages: z.array(bookPage).check(z.minLength(1), z.maxLength(MAX_BOOK_PAGES)),
  options: z.optional(chosenOptions),
});
export type BookContent = z.infer<typeof bookContent>;

/** Page counts of a kind of book: the number included in the price, then more in steps at a price per page. */
export const bookPages = z.object({
  included: count,
  maximum: count,
  step: count,
  pricePerExtra: minorUnits,
});
export type BookPages = z.infer<typeof bookPages>;

/** Number of pages of the finished book, including blank ones at the end. It may exceed the maximum. */
export function pagesMade({ pages }: Pick<BookContent, 'pages'>, { included, step }: BookPages): number {
  return included + Math.ceil(Math.max(0, pages.length - included) / step) * step;
}

/** Price of the pages beyond those included. */
export const priceOfPages = (content: Pick<BookContent, 'pages'>, pages: BookPages): number =>
  (pagesMade(content, pages) - pages.included) * pages.pricePerExtra;

/** The photos of a book without duplicates, the cover's first. */
export function photosOfBook({ coverPhotoId, pages }: BookContent): string[] {
  const cover = coverPhotoId === null ? [] : [coverPhotoId];
  return [...new Set([...cover, ...pages.flatMap(({ photoIds }) => photoIds)])];
}

/** A caption with the dates of a page's photos; empty if none is dated. `takenAt` is wall time, as in photos. */
export function captionOf(takenAt: readonly (string | undefined)[], locale: string): string {
  const days = takenAt.flatMap((moment) => (moment ? [moment.slice(0, 10)] : [])).sort();
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return '';
  const format = dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return format.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`));
}
