import { coverageOf, fitsPage, layoutsFor, placePhotos } from './book-layout.ts';
import {
  type BookContent,
  type BookFormat,
  type BookLayout,
  type BookPage,
  MAX_PHOTOS_PER_BOOK_PAGE,
} from './photo-books.ts';

/** A photo of a book: aspect ratio (width / height) and the wall time it was taken, if known. */
export type BookPhoto = { id: string; ratio: number; takenAt?: string };

/** Penalties for a page, tuned by looking at books. The unit is the share of a page left white. */
const COSTS = {
  /** Photos from different days on one page. */
  apart: 0.2,
  /** The same layout as on the previous page, and a second full page. */
  repeated: 0.35,
  secondBleed: 0.6,
  /** Deviation from the desired number of photos, squared. */
  density: 0.09,
};
/** Bonus for a page with one large photo, which looks calmer than its white space suggests. */
const FULL_PAGE_BONUS = 0.12;

type Choice = { cost: number; pages: readonly BookPage[] };

/** The photos of a book by date; undated ones come last. */
export function sortForBook(photos: readonly BookPhoto[]): BookPhoto[] {
  const key = ({ takenAt, id }: BookPhoto) => `${takenAt ?? '9999'} ${id}`;
  return photos.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

/**
 * Distributes photos over pages in the given order: photos of a day stay together, large ones alternate with grids, no two
 * consecutive pages look alike, and the number of pages is even if possible.
 */
export function composePages(photos: readonly BookPhoto[], format: BookFormat): BookPage[] {
  // best[n]: the best way to lay out the first n photos, by last layout and parity of the page count.
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

/** Composes a book: the first photo that fills the cover goes there, and all are distributed over the pages. */
export function composeBook(photos: readonly BookPhoto[], format: BookFormat): BookContent {
  const sorted = sortForBook(photos);
  const cover = sorted.find(({ ratio }) => fitsPage(ratio, format)) ?? sorted[0];
  const pages = composePages(sorted, format);
  return { kind: 'book', format, title: '', hasDates: true, coverPhotoId: cover?.id ?? null, pages };
}

/** Few photos get more space each; with many, pages fill up so that the book stays affordable and not too heavy. */
function wantedPerPage(photosCount: number): number {
  return Math.min(3.2, Math.max(1.4, photosCount / USUAL_PAGES));
}

/** Number of pages of a book with neither few nor many photos. */
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
  const repeated = page.layout === 'bleed' ? COSTS.secondBleed : COSTS.repeated;
  const pages = [...before.pages, page];
  const total = before.cost + cost + (last === page.layout ? repeated : 0);
  const key = `${page.layout} ${pages.length % 2}`;
  const existing = choices?.get(key);
  if (!existing || total < existing.cost) choices?.set(key, { cost: total, pages });
}

const byEvenThenCost = (one: Choice, other: Choice): number =>
  (one.pages.length % 2) - (other.pages.length % 2) || one.cost - other.cost;
