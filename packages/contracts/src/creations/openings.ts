import type { ProductPage, WholeProduct } from './online-products.ts';

/** One visible page: a whole picture, or one half of a spread's picture. */
export type Leaf = {
  key: string;
  page: ProductPage;
  half: 'left' | 'right' | null;
  /** width / height of the visible part. */
  ratio: number;
};

/** What is shown at once: a cover, a page, or two facing pages. */
export type Opening = {
  /** Unique within the product; used in the page's address. */
  name: string;
  /** Page numbers from 1; empty for a cover. */
  numbers: readonly number[];
  leaves: readonly Leaf[];
  ratio: number;
};

/** A leaf with its page numbers, before leaves are paired. */
type Single = { leaf: Leaf; numbers: number[]; cover: string | null };

/**
 * Plans the sequence of openings. With enough room, pages of a book are shown in pairs, even ones on the left, and spreads
 * whole; otherwise one page at a time.
 */
export function planOpenings(
  { kind, pages }: Pick<WholeProduct, 'kind' | 'pages'>,
  isWide: boolean,
): Opening[] {
  const singles = listSingles(pages, isWide);
  const openings: Opening[] = [];
  for (let at = 0; at < singles.length; at++) {
    const single = singles[at] as Single;
    const beside = singles[at + 1];
    if (isWide && kind === 'book' && beside && isPair(single, beside)) {
      openings.push(openingOf([single, beside]));
      at++;
    } else openings.push(openingOf([single]));
  }
  return openings;
}

function listSingles(pages: readonly ProductPage[], isWide: boolean): Single[] {
  let number = 1;
  return pages.flatMap((page, place): Single[] => {
    const ratio = page.width / page.height;
    const leaf = (half: Leaf['half']): Leaf => ({
      key: `${place}${half ?? ''}`,
      page,
      half,
      ratio: half ? ratio / 2 : ratio,
    });
    if (page.kind === 'page') return [{ leaf: leaf(null), numbers: [number++], cover: null }];
    if (page.kind !== 'spread') return [{ leaf: leaf(null), numbers: [], cover: coverName(pages, place) }];
    const [first, second] = [number++, number++];
    if (isWide) return [{ leaf: leaf(null), numbers: [first, second], cover: null }];
    return [
      { leaf: leaf('left'), numbers: [first], cover: null },
      { leaf: leaf('right'), numbers: [second], cover: null },
    ];
  });
}

/** 'front-cover'; a further one at the third position is 'front-cover-3'. */
function coverName(pages: readonly ProductPage[], place: number): string {
  const kind = pages[place]?.kind ?? '';
  return pages.findIndex((page) => page.kind === kind) === place ? kind : `${kind}-${place + 1}`;
}

const isPair = ({ numbers: [left, more] }: Single, { numbers: [right, beyond] }: Single) =>
  left !== undefined && left % 2 === 0 && right === left + 1 && more === undefined && beyond === undefined;

function openingOf(singles: readonly Single[]): Opening {
  const numbers = singles.flatMap((single) => single.numbers);
  const leaves = singles.map(({ leaf }) => leaf);
  // Ratios add up because facing pages are drawn at equal height, whatever their own.
  const ratio = leaves.reduce((sum, leaf) => sum + leaf.ratio, 0);
  return { name: singles[0]?.cover ?? String(numbers[0]), numbers, leaves, ratio };
}

/** The index of the opening named by an address, which may name a cover or any of its pages; 0 for anything else. */
export function findOpening(openings: readonly Opening[], name: string | undefined): number {
  const at = openings.findIndex(
    (opening) => opening.name === name || opening.numbers.some((number) => String(number) === name),
  );
  return Math.max(0, at);
}
