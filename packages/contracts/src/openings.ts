import type { ProductPage, WholeProduct } from './online-products.ts';

/** A page as it lies open: a picture, or one half of the picture of a spread. */
export type Leaf = {
  key: string;
  page: ProductPage;
  half: 'left' | 'right' | null;
  /** width / height of what is shown. */
  ratio: number;
};

/** What is looked at at once: a cover, a page, or two that lie beside one another. */
export type Opening = {
  /** Unique within the product; the address names it. */
  name: string;
  /** Numbers of its pages from 1; a cover has none. */
  numbers: readonly number[];
  leaves: readonly Leaf[];
  ratio: number;
};

/** A leaf with its numbers, before it is known what lies beside it. */
type Single = { leaf: Leaf; numbers: number[]; cover: string | null };

/**
 * What is turned through. Where there is room the pages of a book lie in pairs, an even one on the left, and spreads are
 * whole; elsewhere each page is looked at by itself.
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

/** 'front-cover', and 'front-cover-3' of another one at the third place. */
function coverName(pages: readonly ProductPage[], place: number): string {
  const kind = pages[place]?.kind ?? '';
  return pages.findIndex((page) => page.kind === kind) === place ? kind : `${kind}-${place + 1}`;
}

const isPair = ({ numbers: [left, more] }: Single, { numbers: [right, beyond] }: Single) =>
  left !== undefined && left % 2 === 0 && right === left + 1 && more === undefined && beyond === undefined;

function openingOf(singles: readonly Single[]): Opening {
  const numbers = singles.flatMap((single) => single.numbers);
  const leaves = singles.map(({ leaf }) => leaf);
  // Pages of other heights are drawn as high as one another.
  const ratio = leaves.reduce((sum, leaf) => sum + leaf.ratio, 0);
  return { name: singles[0]?.cover ?? String(numbers[0]), numbers, leaves, ratio };
}

/** The place of the opening that an address names, be it by a cover or by any of its pages; the first for anything else. */
export function findOpening(openings: readonly Opening[], name: string | undefined): number {
  const at = openings.findIndex(
    (opening) => opening.name === name || opening.numbers.some((number) => String(number) === name),
  );
  return Math.max(0, at);
}
