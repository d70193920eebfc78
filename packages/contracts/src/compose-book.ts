import { coverageOf, fitsPage, layoutsFor, placePhotos } from './book-layout.ts';
import {
  type BookContent,
  type BookFormat,
  type BookLayout,
  type BookPage,
  MAX_PHOTOS_PER_BOOK_PAGE,
} from './photo-books.ts';

/** A photo of a book: its shape, width by height, and the wall time at which it was taken, if known. */
export type BookPhoto = { id: string; ratio: number; takenAt?: string };

/** What makes a page worse; found by looking at books. Each is worth about so much white paper of a page. */
const COSTS = {
  /** Photos of different days on one page. */
  apart: 0.2,
  /** The same layout as on the page before, and a second full page. */
  again: 0.35,
  secondBleed: 0.6,
  /** More or fewer photos than there should be, squared. */
  density: 0.09,
};
/** How much calmer one large photo is than the paper it leaves says. */
const FULL_PAGE_BONUS = 0.12;

type Choice = { cost: number; pages: readonly BookPage[] };

/** The photos of a book in the order of their dates; those without one come last. */
export function sortForBook(photos: readonly BookPhoto[]): BookPhoto[] {
  const key = ({ takenAt, id }: BookPhoto) => `${takenAt ?? '9999'} ${id}`;
  return photos.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

/**
 * Spreads photos over pages in the order in which they come: photos of a day together, large ones among grids, no two pages
 * alike in a row, and an even number of pages if it can be.
 */
export function composePages(photos: readonly BookPhoto[], format: BookFormat): BookPage[] {
  // The best way to fill pages with the first so many photos, for each last layout and for even and odd counts of pages.
  const best: Map<string, Choice>[] = photos.map(() => new Map());
  best.push(new Map());
  best[0]?.set('', { cost: 0, pages: [] });
  const wanted = wantedPerPage(photos.length);
  const ratios = new Map(photos.map(({ id, ratio }) => [id, ratio]));
  const placing = { format, hasCaption: false, ratioOf: (id: string) => ratios.get(id) };
  for (let begin = 0; begin < photos.length; begin++) {
    const end = Math.min(photos.length, begin + MAX_PHOTOS_PER_BOOK_PAGE);
    for (let next = begin + 1; next <= end; next++) {
      const some = photos.slice(begin, next);
      for (const layout of suitingLayouts(some, format)) {
        const page = { photoIds: some.map(({ id }) => id), layout };
        const coverage = coverageOf(placePhotos(page, placing), format);
        const cost = costOf(some, { layout, coverage, wanted });
        for (const choice of best[begin]?.values() ?? []) addChoice(best[next], choice, { page, cost });
      }
    }
  }
  const found = [...(best[photos.length]?.values() ?? [])].toSorted(byEvenThenCost);
  return [...(found[0]?.pages ?? [])];
}

/** A book of these photos: the first that fills the cover stands on it, and the pages are composed. */
export function composeBook(photos: readonly BookPhoto[], format: BookFormat): BookContent {
  const sorted = sortForBook(photos);
  const cover = sorted.find(({ ratio }) => fitsPage(ratio, format)) ?? sorted[0];
  const pages = composePages(sorted, format);
  return { kind: 'book', format, title: '', hasDates: true, coverPhotoId: cover?.id ?? null, pages };
}

/** Few photos have room; with many the pages fill, so that the book can still be paid and held. */
function wantedPerPage(photosCount: number): number {
  return Math.min(3.2, Math.max(1.4, photosCount / USUAL_PAGES));
}

/** Pages that a book has unless its photos are too few or too many. */
const USUAL_PAGES = 26;

function suitingLayouts(some: readonly BookPhoto[], format: BookFormat): readonly BookLayout[] {
  const [first] = some;
  if (some.length === 1 && first && fitsPage(first.ratio, format)) return ['bleed', 'whole'];
  return some.length === 1 ? ['whole'] : layoutsFor(some.length);
}

type Page = { layout: BookLayout; coverage: number; wanted: number };

function costOf(some: readonly BookPhoto[], { layout, coverage, wanted }: Page): number {
  const days = new Set(some.map(({ takenAt }) => takenAt?.slice(0, 10) ?? ''));
  const density = COSTS.density * (some.length - wanted) ** 2;
  const bonus = layout === 'bleed' ? FULL_PAGE_BONUS : 0;
  return 1 - coverage - bonus + density + COSTS.apart * (days.size - 1);
}

function addChoice(
  choices: Map<string, Choice> | undefined,
  before: Choice,
  { page, cost }: { page: BookPage; cost: number },
): void {
  const last = before.pages.at(-1)?.layout;
  const repeated = page.layout === 'bleed' ? COSTS.secondBleed : COSTS.again;
  const pages = [...before.pages, page];
  const total = before.cost + cost + (last === page.layout ? repeated : 0);
  const key = `${page.layout} ${pages.length % 2}`;
  const known = choices?.get(key);
  if (!known || total < known.cost) choices?.set(key, { cost: total, pages });
}

const byEvenThenCost = (one: Choice, other: Choice): number =>
  (one.pages.length % 2) - (other.pages.length % 2) || one.cost - other.cost;
