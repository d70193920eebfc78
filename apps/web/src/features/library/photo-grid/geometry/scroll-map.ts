/**
 * Browsers limit the height of a page, Chromium to about 33.5 million pixels, others to less; this stays below. A taller
 * library scrolls within a shorter page: the scrollbar is mapped proportionally, while wheel, keys and fingers move the photos
 * pixel by pixel.
 */
export const MAX_PHYSICAL_HEIGHT = 12_000_000;

/** A top is the start of the viewport, measured from the top of the grid: negative while a header above it is visible. */
export type ScrollMap = {
  virtualHeight: number;
  physicalHeight: number;
  viewport: number;
  physicalTop: number;
  /** Offset between photos and page, in whole pixels: subtract it from a virtual offset to get the one in the page. */
  shift: number;
};

type Size = { virtualHeight: number; viewport: number; cap?: number };

/** A map at the top of the grid. */
export function createScrollMap({ virtualHeight, viewport, cap = MAX_PHYSICAL_HEIGHT }: Size): ScrollMap {
  return { virtualHeight, viewport, physicalHeight: Math.min(virtualHeight, cap), physicalTop: 0, shift: 0 };
}

/** Top of the viewport in the library's own height. */
export const virtualTopOf = (map: ScrollMap): number => map.physicalTop + map.shift;

/** The virtual top for a position of the scrollbar. */
export function toVirtual(map: ScrollMap, physicalTop: number): number {
  return convert(physicalTop, { end: physicalEnd(map), targetEnd: virtualEnd(map), edge: edgeOf(map) });
}

/** The position of the scrollbar for a virtual top. */
export function toPhysical(map: ScrollMap, virtualTop: number): number {
  return convert(virtualTop, { end: virtualEnd(map), targetEnd: physicalEnd(map), edge: edgeOf(map) });
}

/** Near both ends, page and photos move together pixel by pixel, so that they end together; in between, proportionally. */
function convert(
  top: number,
  { end, targetEnd, edge }: { end: number; targetEnd: number; edge: number },
): number {
  if (top <= edge) return top;
  if (top >= end - edge) return targetEnd + top - end;
  return edge + ((top - edge) / (end - 2 * edge)) * (targetEnd - 2 * edge);
}

const edgeOf = (map: ScrollMap) => Math.max(0, Math.min(map.viewport * 2, physicalEnd(map) / 2));

/** Handles a scroll of the page: short moves go pixel by pixel, long ones (scrollbar, Home, End) proportionally. */
export function scrollTo(map: ScrollMap, physicalTop: number): ScrollMap {
  const isAtEdge = physicalTop <= 0 || physicalTop >= physicalEnd(map);
  const isNear = Math.abs(physicalTop - map.physicalTop) <= map.viewport * 3;
  if (isAtEdge || !isNear) return movePhotos({ ...map, physicalTop });
  const virtualTop = physicalTop + map.shift;
  if (virtualTop < 0) return landedAt(map, { physicalTop, virtualTop: 0 });
  if (virtualTop > virtualEnd(map)) return landedAt(map, { physicalTop, virtualTop: virtualEnd(map) });
  return { ...map, physicalTop };
}

/** Goes to a virtual top; the page must then be scrolled to the `physicalTop` of the result. */
export function jumpTo(map: ScrollMap, virtualTop: number): ScrollMap {
  return landedAt(map, { virtualTop, physicalTop: Math.round(toPhysical(map, virtualTop)) });
}

/** Moves the photos to where they belong by the page's position. */
export function movePhotos(map: ScrollMap): ScrollMap {
  const { physicalTop } = map;
  return landedAt(map, { physicalTop, virtualTop: toVirtual(map, physicalTop) });
}

/** New heights with the same photos in view: `virtualTop` is their current position. */
export function resize(map: ScrollMap, { virtualTop, ...size }: Size & { virtualTop: number }): ScrollMap {
  const { physicalTop } = map;
  return landedAt(createScrollMap(size), { physicalTop, virtualTop });
}

/** Distance between the page's position and where the scrollbar should be. */
export function driftOf(map: ScrollMap): number {
  return toPhysical(map, virtualTopOf(map)) - map.physicalTop;
}

/** Near an end, a drift cannot wait for scrolling to pause: page and photos would not end together. */
export function mustSettle(map: ScrollMap): boolean {
  const drift = Math.abs(driftOf(map));
  if (drift < 1) return false;
  const virtualTop = virtualTopOf(map);
  const fromTop = Math.min(map.physicalTop, virtualTop);
  const fromEnd = Math.min(physicalEnd(map) - map.physicalTop, virtualEnd(map) - virtualTop);
  return Math.min(fromTop, fromEnd) < map.viewport * 2;
}

/** The page was to show `virtualTop` and landed at `physicalTop`: browsers round, and stop at the end of the page. */
export function landedAt(map: ScrollMap, at: { physicalTop: number; virtualTop: number }): ScrollMap {
  return { ...map, physicalTop: at.physicalTop, shift: Math.round(at.virtualTop - at.physicalTop) };
}

const physicalEnd = (map: ScrollMap) => map.physicalHeight - map.viewport;
const virtualEnd = (map: ScrollMap) => map.virtualHeight - map.viewport;
