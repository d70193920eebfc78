import * as z from 'zod/mini';
import { chosenOptions } from './article-options.ts';
import { count, id, minorUnits } from './fields.ts';

/** The photo books that are made: what they are sold as, and the size of a page in millimetres once it is cut. */
export const BOOK_FORMATS = {
  landscape: { code: 'BOOK_L28', width: 280, height: 210 },
  square: { code: 'BOOK_S21', width: 210, height: 210 },
} as const;
export type BookFormat = keyof typeof BOOK_FORMATS;

/** Photos and pages that a book can have, and photos of one page. */
export const MAX_BOOK_PHOTOS = 200;
export const MAX_BOOK_PAGES = 100;
export const MAX_PHOTOS_PER_BOOK_PAGE = 4;
/** Length of the title on the cover. */
export const MAX_BOOK_TITLE = 60;

/**
 * How the photos of a page lie: one that fills it or stands whole; several side by side, below one another, in two rows, or
 * a large one with the others beside or below it.
 */
export const BOOK_LAYOUTS = ['whole', 'bleed', 'row', 'column', 'leading', 'leadingTop', 'grid'] as const;
export type BookLayout = (typeof BOOK_LAYOUTS)[number];

const bookPage = z.strictObject({
  photoIds: z.array(id).check(z.minLength(1), z.maxLength(MAX_PHOTOS_PER_BOOK_PAGE)),
  layout: z.enum(BOOK_LAYOUTS),
});
export type BookPage = z.infer<typeof bookPage>;

/** What a customer makes of a photo book: all that it takes to draw it, with the photos. */
export const bookContent = z.strictObject({
  kind: z.literal('book'),
  format: z.enum(['landscape', 'square']),
  /** On the cover; it may be empty. */
  title: z.string().check(z.maxLength(MAX_BOOK_TITLE), z.regex(/^[^\p{Cc}\p{Cs}]*$/u)),
  /** Whether the pages say when their photos were taken. */
  hasDates: z.boolean(),
  /** Null: the cover is plain. */
  coverPhotoId: z.nullable(id),
  pages: z.array(bookPage).check(z.minLength(1), z.maxLength(MAX_BOOK_PAGES)),
  options: z.optional(chosenOptions),
});
export type BookContent = z.infer<typeof bookContent>;

/** How many pages books of a kind have: as many as the price includes, then more by steps, each at a price of its own. */
export const bookPages = z.object({
  included: count,
  maximum: count,
  step: count,
  pricePerExtra: minorUnits,
});
export type BookPages = z.infer<typeof bookPages>;

/** How many pages a book has once it is made: those that nothing is on stand at its end. It may be more than the maximum. */
export function pagesMade({ pages }: Pick<BookContent, 'pages'>, { included, step }: BookPages): number {
  return included + Math.ceil(Math.max(0, pages.length - included) / step) * step;
}

/** What the pages of a book cost beside those that its price includes. */
export const priceOfPages = (content: Pick<BookContent, 'pages'>, pages: BookPages): number =>
  (pagesMade(content, pages) - pages.included) * pages.pricePerExtra;

/** The photos of a book, each once, that of the cover first. */
export function photosOfBook({ coverPhotoId, pages }: BookContent): string[] {
  const cover = coverPhotoId === null ? [] : [coverPhotoId];
  return [...new Set([...cover, ...pages.flatMap(({ photoIds }) => photoIds)])];
}

/** When photos of a page were taken, in words; empty when none of them says it. `takenAt` is wall time, as photos have it. */
export function captionOf(takenAt: readonly (string | undefined)[], locale: string): string {
  const days = takenAt.flatMap((moment) => (moment ? [moment.slice(0, 10)] : [])).sort();
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return '';
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return format.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`));
}
