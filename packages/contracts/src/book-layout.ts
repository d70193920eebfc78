import type { BookFormat, BookLayout, BookPage } from './photo-books.ts';
import { BOOK_FORMATS } from './photo-books.ts';

/** A rectangle on a page in millimetres, from its upper left corner once it is cut. */
export type Box = { x: number; y: number; width: number; height: number };
/** Where a photo is. It fills its box; but for a full page the box has the photo's own shape. */
export type PlacedPhoto = Box & { photoId: string; isBleed: boolean };

/** White around the photos of a page and between them, and what a line of dates below them takes. */
const MARGIN = 14;
const GUTTER = 3.5;
const CAPTION = 8;
/** Photos beyond these shapes are cut, so that a panorama is no line. */
const SHAPES = { least: 0.4, most: 3.2 };
/** A photo fills a whole page if at most an eighth of it is cut off. */
const LEAST_KEPT = 0.875;

/** The layouts that a page of so many photos can have, the calmest first. */
export function layoutsFor(photosCount: number): readonly BookLayout[] {
  if (photosCount <= 1) return ['whole', 'bleed'];
  if (photosCount === 2) return ['row', 'column'];
  if (photosCount === 3) return ['leading', 'leadingTop', 'row', 'column'];
  return ['grid', 'leading', 'leadingTop'];
}

/** Whether a photo of that shape, width by height, fills a whole page without losing much. */
export function fitsPage(ratio: number, format: BookFormat): boolean {
  const { width, height } = BOOK_FORMATS[format];
  return keptOf(ratio, width / height) >= LEAST_KEPT;
}

/** How much of a photo is left when it fills a box of another shape. */
const keptOf = (ratio: number, of: number): number => Math.min(ratio / of, of / ratio);

export type Placing = {
  format: BookFormat;
  /** Whether a line of dates stands below the photos. */
  hasCaption: boolean;
  /** Width by height of a photo; undefined for one that is no longer there, which the page does without. */
  ratioOf(photoId: string): number | undefined;
};

/** Where the photos of a page are. A layout that does not suit what is left of them gives way to the nearest that does. */
export function placePhotos({ photoIds, layout }: BookPage, placing: Placing): PlacedPhoto[] {
  const { format, hasCaption, ratioOf } = placing;
  const page = BOOK_FORMATS[format];
  const photos = photoIds.flatMap((photoId) => {
    const ratio = ratioOf(photoId);
    return ratio === undefined ? [] : [{ photoId, ratio }];
  });
  const [first] = photos;
  if (!first) return [];
  if (photos.length === 1 && layout === 'bleed' && fitsPage(first.ratio, format)) {
    const { width, height } = page;
    return [{ photoId: first.photoId, x: 0, y: 0, width, height, isBleed: true }];
  }
  const known = layoutsFor(photos.length);
  const suiting = known.includes(layout) ? layout : (known[0] ?? 'whole');
  const shapes = photos.map(({ ratio }) => Math.min(SHAPES.most, Math.max(SHAPES.least, ratio)));
  const room = {
    x: MARGIN,
    y: MARGIN,
    width: page.width - 2 * MARGIN,
    height: page.height - 2 * MARGIN - (hasCaption ? CAPTION : 0),
  };
  const boxes = placeNode(treeOf(suiting, shapes), room);
  return boxes.map((box, at) => ({ ...box, photoId: photos[at]?.photoId ?? '', isBleed: false }));
}

/** How far from the edges words stand on a cover. */
const COVER_MARGIN = 16;

export type Cover = {
  /** Null for a plain cover. */
  photo: Box | null;
  /** Where the words are: over the lower part of a photo that fills the cover, else on the paper beside or below it. */
  words: Box;
  isOverPhoto: boolean;
};

/**
 * Where photo and words are on a cover. A photo of its shape fills it; a wide one bleeds at the top, a tall one at the
 * right, so that nothing of it is cut off.
 */
export function placeCover(format: BookFormat, ratio: number | undefined): Cover {
  const { width, height } = BOOK_FORMATS[format];
  const page = { x: 0, y: 0, width, height };
  if (ratio === undefined) return { photo: null, words: inset(page), isOverPhoto: false };
  if (fitsPage(ratio, format)) return { photo: page, words: inset(page), isOverPhoto: true };
  if (ratio > width / height) {
    const photo = { ...page, height: Math.max(width / ratio, COVER_SHARE * height) };
    const below = { x: 0, y: photo.height, width, height: height - photo.height };
    return { photo, words: inset(below), isOverPhoto: false };
  }
  const photo = { ...page, width: Math.max(height * ratio, COVER_SHARE * width) };
  const beside = { x: 0, y: 0, width: width - photo.width, height };
  return { photo: { ...photo, x: beside.width }, words: inset(beside), isOverPhoto: false };
}

/** A photo takes at least this share of a cover. */
const COVER_SHARE = 0.5;

function inset({ x, y, width, height }: Box): Box {
  const vertical = Math.min(COVER_MARGIN, height / 6);
  return {
    x: x + COVER_MARGIN,
    y: y + vertical,
    width: width - 2 * COVER_MARGIN,
    height: height - 2 * vertical,
  };
}

/** Size of the letters of a title, by how long it is and how much room it has. */
export function titleSize(title: string, words: Box): number {
  const size = title.length <= 16 ? 15 : title.length <= 32 ? 11.5 : 9;
  return Math.min(size, words.width / 8, words.height / 2.5);
}

/** The part of a photo's excess height that is cut off at its top: there is more of people there than at the bottom. */
export const CUT_AT_TOP = 0.35;

/** The middle of the line below the photos, on which the dates stand. */
export function captionBaseline(format: BookFormat): number {
  return BOOK_FORMATS[format].height - MARGIN - 1;
}

/** The share of a page that photos cover, at most 1. */
export function coverageOf(photos: readonly Box[], format: BookFormat): number {
  const { width, height } = BOOK_FORMATS[format];
  return photos.reduce((sum, box) => sum + box.width * box.height, 0) / (width * height);
}

/** A photo by its shape, or photos side by side or below one another: all of one height, or of one width. */
type Node = number | { direction: 'row' | 'column'; parts: readonly Node[] };

const row = (...parts: readonly Node[]): Node => ({ direction: 'row', parts });
const column = (...parts: readonly Node[]): Node => ({ direction: 'column', parts });

function treeOf(layout: BookLayout, shapes: readonly number[]): Node {
  const [first = 1, ...rest] = shapes;
  switch (layout) {
    case 'row':
      return row(...shapes);
    case 'column':
      return column(...shapes);
    case 'leading':
      return row(first, column(...rest));
    case 'leadingTop':
      return column(first, row(...rest));
    case 'grid':
      return column(row(...shapes.slice(0, 2)), row(...shapes.slice(2)));
    default:
      return first;
  }
}

/** `width = by * height + plus`: the gutters stay as they are while the photos grow. */
type Shape = { by: number; plus: number };

function shapeOf(node: Node): Shape {
  if (typeof node === 'number') return { by: node, plus: 0 };
  const shapes = node.parts.map(shapeOf);
  const gutters = GUTTER * (shapes.length - 1);
  if (node.direction === 'row') {
    return {
      by: shapes.reduce((sum, { by }) => sum + by, 0),
      plus: shapes.reduce((sum, { plus }) => sum + plus, gutters),
    };
  }
  const perWidth = shapes.reduce((sum, { by }) => sum + 1 / by, 0);
  const offset = shapes.reduce((sum, { by, plus }) => sum + plus / by, 0);
  return { by: 1 / perWidth, plus: (offset - gutters) / perWidth };
}

/** The largest boxes that fit into the room, in its middle. */
function placeNode(node: Node, room: Box): Box[] {
  const { by, plus } = shapeOf(node);
  const height = Math.min(room.height, (room.width - plus) / by);
  const width = by * height + plus;
  const x = room.x + (room.width - width) / 2;
  const y = room.y + (room.height - height) / 2;
  return boxesOf(node, { x, y, width, height });
}

function boxesOf(node: Node, box: Box): Box[] {
  if (typeof node === 'number') return [box];
  let { x, y } = box;
  return node.parts.flatMap((part) => {
    const { by, plus } = shapeOf(part);
    const size =
      node.direction === 'row'
        ? { width: by * box.height + plus, height: box.height }
        : { width: box.width, height: (box.width - plus) / by };
    const placed = boxesOf(part, { x, y, ...size });
    if (node.direction === 'row') x += size.width + GUTTER;
    else y += size.height + GUTTER;
    return placed;
  });
}
