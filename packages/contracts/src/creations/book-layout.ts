import type { BookFormat, BookLayout, BookPage } from './photo-books.ts';
import { BOOK_FORMATS } from './photo-books.ts';

/** A rectangle on a page, in millimetres from the upper left corner of the trimmed page. */
export type Box = { x: number; y: number; width: number; height: number };
/** Where a photo is. It fills its box, which has the photo's own aspect ratio except on a full page. */
export type PlacedPhoto = Box & { photoId: string; isBleed: boolean };

/** In millimetres: the margin around photos, the gap between them, and the height of a caption line below them. */
const MARGIN = 14;
const GUTTER = 3.5;
const CAPTION = 8;
/** Aspect ratios beyond these are cropped, so that a panorama does not become a thin strip. */
const SHAPES = { least: 0.4, most: 3.2 };
/** A photo fills a whole page if at least this share of it stays visible: at most an eighth is cropped. */
const LEAST_VISIBLE = 0.875;

/** The layouts available for a number of photos, calmest first. */
export function layoutsFor(photosCount: number): readonly BookLayout[] {
  if (photosCount <= 1) return ['whole', 'bleed'];
  if (photosCount === 2) return ['row', 'column'];
  if (photosCount === 3) return ['leading', 'leadingTop', 'row', 'column'];
  return ['grid', 'leading', 'leadingTop'];
}

/** Whether a photo of this aspect ratio (width / height) fills a whole page without losing much. */
export function fitsPage(ratio: number, format: BookFormat): boolean {
  const { width, height } = BOOK_FORMATS[format];
  return visibleShareOf(ratio, width / height) >= LEAST_VISIBLE;
}

/** The share of a photo that stays visible in a box of another aspect ratio. */
const visibleShareOf = (ratio: number, of: number): number => Math.min(ratio / of, of / ratio);

export type Placing = {
  format: BookFormat;
  /** Whether a caption with dates stands below the photos. */
  hasCaption: boolean;
  /** Width / height of a photo; undefined for a deleted photo, which the page leaves out. */
  ratioOf(photoId: string): number | undefined;
};

/** Places the photos of a page. A layout that does not suit the remaining photos is replaced by the nearest one that does. */
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
  const existing = layoutsFor(photos.length);
  const suiting = existing.includes(layout) ? layout : (existing[0] ?? 'whole');
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

/** Distance of the text from the edges of a cover, in millimetres. */
const COVER_MARGIN = 16;

export type Cover = {
  /** Null for a plain cover. */
  photo: Box | null;
  /** Where the text is: over the lower part of a photo that fills the cover, otherwise on the paper beside or below it. */
  words: Box;
  isOverPhoto: boolean;
};

/**
 * Places photo and text on a cover. A photo with the cover's aspect ratio fills it; a wide one bleeds at the top and a tall one
 * at the right, so that nothing is cropped.
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

/** Minimum share of the cover that a photo takes. */
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

/** Font size of a title, by its length and the available space. */
export function titleSize(title: string, words: Box): number {
  const size = title.length <= 16 ? 15 : title.length <= 32 ? 11.5 : 9;
  return Math.min(size, words.width / 8, words.height / 2.5);
}

/** The share of a photo's excess height cropped at the top: less than half, because people are usually in the upper part. */
export const CUT_AT_TOP = 0.35;

/** The baseline of the caption with the dates, below the photos. */
export function captionBaseline(format: BookFormat): number {
  return BOOK_FORMATS[format].height - MARGIN - 1;
}

/** The share of a page covered by photos, at most 1. */
export function coverageOf(photos: readonly Box[], format: BookFormat): number {
  const { width, height } = BOOK_FORMATS[format];
  return photos.reduce((sum, box) => sum + box.width * box.height, 0) / (width * height);
}

/** A photo, given by its aspect ratio, or several photos side by side (of equal height) or stacked (of equal width). */
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

/** `width = by * height + plus`: gutters keep their size while photos scale. */
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

/** The largest boxes that fit into the space, centred. */
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
