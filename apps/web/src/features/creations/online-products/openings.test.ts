import type { ProductPage, WholeProduct } from '@keepsake/contracts/creations/online-products';
import { findOpening, type Opening, planOpenings } from '@keepsake/contracts/creations/openings';
import { describe, expect, test } from 'vitest';
import { sizeOf } from './opening-picture.tsx';

type Kind = ProductPage['kind'];
const pageOf = (kind: Kind, width = kind === 'spread' ? 8 : 4): ProductPage => ({
  kind,
  width,
  height: 3,
  thumbhash: null,
  hasPicture: false,
  pictureUrl: null,
});
const bookOf = (...kinds: Kind[]): Pick<WholeProduct, 'kind' | 'pages'> => ({
  kind: 'book',
  pages: kinds.map((kind) => pageOf(kind)),
});
const named = (openings: readonly Opening[]) =>
  openings.map(({ name, numbers }) => [name, ...numbers].join(' '));

describe('a book shown in openings', () => {
  const book = bookOf('front-cover', 'page', 'page', 'page', 'spread', 'page', 'back-cover');

  test('shows covers and the first page alone, even pages beside odd ones, and spreads whole [RTE-38]', () => {
    expect(named(planOpenings(book, true))).toEqual([
      'front-cover',
      '1 1',
      '2 2 3',
      '4 4 5',
      '6 6',
      'back-cover',
    ]);
  });

  test('is shown page by page if there is little room, a spread in halves', () => {
    const openings = planOpenings(book, false);
    expect(named(openings)).toEqual(['front-cover', '1 1', '2 2', '3 3', '4 4', '5 5', '6 6', 'back-cover']);
    expect(openings.flatMap(({ leaves }) => leaves.map(({ half }) => half)).filter(Boolean)).toEqual([
      'left',
      'right',
    ]);
    expect(openings[4]?.ratio).toBeCloseTo(4 / 3);
  });

  test('draws pages of different aspect ratios at equal height', () => {
    const pages = [pageOf('page'), pageOf('page', 4), pageOf('page', 2)];
    const [, pair] = planOpenings({ kind: 'book', pages }, true);
    expect(pair?.leaves.map(({ ratio }) => ratio)).toEqual([4 / 3, 2 / 3]);
    expect(pair?.ratio).toBeCloseTo(2);
  });

  test.each([2, 400])('may have %i pages', (count) => {
    const openings = planOpenings(bookOf(...Array<Kind>(count).fill('page')), true);
    expect(openings).toHaveLength(count / 2 + 1);
    expect(openings.at(-1)?.numbers).toEqual([count]);
  });

  test('gives several covers distinct names', () => {
    const openings = planOpenings(bookOf('front-cover', 'front-cover', 'page'), true);
    expect(openings.map(({ name }) => name)).toEqual(['front-cover', 'front-cover-2', '1']);
  });
});

test('pages of a calendar are shown one by one, however much room there is', () => {
  const pages = [pageOf('page'), pageOf('page'), pageOf('page')];
  expect(named(planOpenings({ kind: 'calendar', pages }, true))).toEqual(['1 1', '2 2', '3 3']);
});

test('a page named by an address is found in its pair; anything else is the beginning', () => {
  const openings = planOpenings(bookOf('front-cover', 'page', 'page', 'page', 'back-cover'), true);
  const found = ['1', '3', 'back-cover', '99', 'x', undefined].map((name) => findOpening(openings, name));
  expect(found).toEqual([1, 2, 3, 0, 0, 0]);
});

test('the smallest picture size that is sharp is used, by its longest edge', () => {
  const [single] = planOpenings(bookOf('page'), true);
  const [half] = planOpenings(bookOf('spread'), false);
  const sizes = [single, half].map((opening) => opening?.leaves[0] && sizeOf(opening.leaves[0], 780));
  expect(sizes).toEqual([800, 2600]);
  const portrait = planOpenings({ kind: 'book', pages: [pageOf('page', 2)] }, true)[0];
  expect(portrait?.leaves[0] && sizeOf(portrait.leaves[0], 780)).toBe(1300);
});
