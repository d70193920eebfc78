import type { GridSection } from '#/features/library/photo-store/index.ts';
import { createSignal, type Signal } from '#/shared/signal.ts';
import { AT_REST, drawnAround, type Motion, moved, type Pace, type Viewport } from '../geometry/pace.ts';
import {
  createScrollMap,
  driftOf,
  jumpTo,
  landedAt,
  movePhotos,
  mustSettle,
  resize,
  type ScrollMap,
  scrollTo,
  virtualTopOf,
} from '../geometry/scroll-map.ts';
import {
  createTimelineLayout,
  type GridFrame,
  heightOfTile,
  type TilePosition,
  type TimelineLayout,
  topOfTile,
} from '../geometry/timeline-layout.ts';
import { findVisible, isSameRange, type VisibleSection } from '../geometry/visible-range.ts';
import { followAnchor, takeAnchor } from './photo-anchor.ts';

/** What to draw. Only replaced when something visible changes. */
export type GridView = {
  layout: TimelineLayout | null;
  sections: readonly GridSection[];
  ranges: readonly VisibleSection[];
  /** Height of the grid in the page. */
  height: number;
  /** Subtract it from an offset in the layout to get the offset in the page. */
  shift: number;
  pace: Pace;
};

export type GridEngine = ReturnType<typeof createGridEngine>;

/** Margin below a tile brought into view by a key, in pixels. */
const REVEAL_MARGIN = 16;
/** Height of the sticky bar at the top of every page, in pixels; a little less on phones. */
export const PAGE_BAR = 64;
const UNCOVERED = { above: 0, below: 0 };
const EMPTY_VIEW: GridView = { layout: null, sections: [], ranges: [], height: 0, shift: 0, pace: 'rest' };

/** Access to the page's scrolling; tops are relative to the grid's top. */
type Page = {
  top: () => number;
  /** Returns where it landed. */
  scrollTo: (physicalTop: number) => number;
};

/** Where the photos are in the page, how they move, and what is drawn of them. */
type Grid = {
  readonly page: Page;
  readonly cap: number | undefined;
  map: ScrollMap;
  motion: Motion;
  /** Fraction of the overscan that is drawn. */
  overscan: number;
  view: GridView;
  viewport: Viewport;
  /**
   * The tile at a top to which the page was scrolled: until it moves on, this tile stays in place, even if its row turns out to
   * begin with another.
   */
  pinned: { at: TilePosition; top: number } | undefined;
  readonly changes: Signal;
};

/** The logic of a photo grid without a DOM: sections, frame and scroll events in, views out. */
export function createGridEngine(page: Page, { cap }: { cap?: number } = {}) {
  const map = createScrollMap({ virtualHeight: 0, viewport: 0, cap });
  const viewport = { top: 0, height: 0 };
  const changes = createSignal();
  const [view, pinned] = [EMPTY_VIEW, undefined];
  const grid: Grid = { page, cap, map, motion: AT_REST, overscan: 0, view, viewport, pinned, changes };
  return {
    subscribe: changes.subscribe,
    getView: () => grid.view,
    getViewport: () => grid.viewport,
    /** The grid's width or measurements changed. */
    setFrame: (frame: GridFrame) => setFrame(grid, frame),
    /** New contents; sections that are still the same objects cost nothing. */
    setSections: (sections: readonly GridSection[]) => setSections(grid, sections),
    setViewportHeight: (height: number) => resizeTo(grid, { viewport: height }),
    /** Reads the page's initial position, which is not a scroll. */
    syncPosition: () => follow(grid),
    /** The page was scrolled. */
    scrolled: (now: number) => scrolled(grid, now),
    /** Scrolling has paused. Contents above the photos may have changed height without a scroll event. */
    scrollEnded: () => scrollEnded(grid),
    /** The pictures in view have loaded: from now on, this fraction of the overscan (0 to 1) is drawn, too. */
    expandOverscan: (share: number) => expandOverscan(grid, share),
    /** The page now has the view's height: settles if that was pending. */
    committed: () => committed(grid),
    /** Scrolls to an offset of the layout; for the sake of `tile`, if there is one. */
    jumpTo: (virtualTop: number, tile?: TilePosition) => jump(grid, virtualTop, tile),
    /** Restores the scroll position of the page, which may be above or below the photos. */
    returnTo: (virtualTop: number, tile?: TilePosition) => returnTo(grid, virtualTop, tile),
    /** Jumps while a finger keeps moving: photos that only pass by are not fetched. */
    scrub: (virtualTop: number, now: number) => scrub(grid, virtualTop, now),
    /** Scrolls just far enough to bring a tile into view, clear of sticky bars above and below. */
    reveal: (tile: TilePosition, covered = UNCOVERED) => reveal(grid, tile, covered),
  };
}

function publish(grid: Grid): void {
  const { map, view, motion } = grid;
  grid.viewport = { top: virtualTopOf(map), height: map.viewport };
  const ranges = view.layout ? findVisible(view.layout, ...drawnIn(grid, view.layout)) : [];
  const next = {
    ...view,
    ranges: isSameRange(ranges, view.ranges) ? view.ranges : ranges,
    height: map.physicalHeight,
    shift: map.shift,
    pace: motion.pace,
  };
  if (!isSameView(next, view)) grid.view = next;
  grid.changes.announce();
}

/**
 * Top and bottom of what to draw. With overscan this is at least the first row if all are below the window, as on a page zoomed
 * to 400%: otherwise the keyboard could not reach the photos.
 */
function drawnIn({ viewport, motion, overscan }: Grid, { frame }: TimelineLayout): [number, number] {
  const [top, bottom] = drawnAround(viewport, motion, overscan);
  return [top, overscan > 0 ? Math.max(bottom, frame.headingHeight + 1) : bottom];
}

function setFrame(grid: Grid, frame: GridFrame): void {
  const { layout, sections } = grid.view;
  if (layout && isSameFrame(layout.frame, frame)) return;
  changeLayout(grid, sections, () => createTimelineLayout(frame, sections));
}

function setSections(grid: Grid, sections: readonly GridSection[]): void {
  const { layout, sections: before } = grid.view;
  if (sections === before) return;
  if (!layout) grid.view = { ...grid.view, sections };
  else changeLayout(grid, sections, () => updated(layout, before, sections));
}

/** Changes the layout while keeping the photo at the top of the viewport in place. */
function changeLayout(
  grid: Grid,
  sections: readonly GridSection[],
  createLayout: () => TimelineLayout,
): void {
  const { pinned } = grid;
  const top = virtualTopOf(grid.map);
  const hasStayed = pinned && Math.abs(pinned.top - top) < 1;
  const anchor = takeAnchor(grid.view, top, hasStayed ? pinned.at : undefined);
  const layout = createLayout();
  const followed = followAnchor({ anchor, layout, sections });
  grid.pinned = hasStayed ? followed : undefined;
  grid.view = { ...grid.view, layout, sections, ranges: [] };
  resizeTo(grid, { virtualHeight: layout.height(), virtualTop: followed?.top ?? top });
}

function pin(grid: Grid, at: TilePosition | undefined): void {
  grid.pinned = at && { at, top: virtualTopOf(grid.map) };
}

type Size = { virtualHeight: number; viewport: number; virtualTop: number };

function resizeTo(grid: Grid, size: Partial<Size>): void {
  const { map, cap } = grid;
  const { virtualHeight, viewport } = map;
  grid.map = resize(map, { virtualHeight, viewport, virtualTop: virtualTopOf(map), cap, ...size });
  publish(grid);
}

function follow(grid: Grid, physicalTop = grid.page.top()): void {
  grid.map = scrollTo(grid.map, physicalTop);
}

function scrolled(grid: Grid, now: number): void {
  const physicalTop = grid.page.top();
  if (physicalTop === grid.map.physicalTop) return;
  const before = virtualTopOf(grid.map);
  follow(grid, physicalTop);
  move(grid, virtualTopOf(grid.map) - before, now);
  if (mustSettle(grid.map)) settle(grid);
  publish(grid);
}

function move(grid: Grid, distance: number, now: number): void {
  grid.overscan = 1;
  grid.motion = moved(grid.motion, { distance, viewport: grid.map.viewport, now });
}

function scrollEnded(grid: Grid): void {
  grid.motion = AT_REST;
  follow(grid);
  settleForGood(grid);
}

function committed(grid: Grid): void {
  if (mustSettle(grid.map)) settleForGood(grid);
}

function expandOverscan(grid: Grid, share: number): void {
  if (share <= grid.overscan) return;
  grid.overscan = share;
  publish(grid);
}

/** Scrolls the page so that its scrollbar is where it should be. */
function settle(grid: Grid): void {
  if (Math.abs(driftOf(grid.map)) >= 1) goTo(grid, virtualTopOf(grid.map));
}

/** Settles when the page already has the view's height: where it cannot scroll, the photos do not move either. */
function settleForGood(grid: Grid): void {
  settle(grid);
  if (mustSettle(grid.map)) grid.map = movePhotos(grid.map);
  publish(grid);
}

function goTo(grid: Grid, virtualTop: number): void {
  const target = jumpTo(grid.map, virtualTop);
  const physicalTop = grid.page.scrollTo(target.physicalTop);
  grid.map = landedAt(target, { virtualTop: virtualTopOf(target), physicalTop });
}

function jump(grid: Grid, virtualTop: number, tile?: TilePosition): void {
  const { virtualHeight, viewport } = grid.map;
  goTo(grid, Math.min(Math.max(virtualTop, 0), Math.max(0, virtualHeight - viewport)));
  pin(grid, tile);
  publish(grid);
}

function returnTo(grid: Grid, virtualTop: number, tile?: TilePosition): void {
  goTo(grid, virtualTop);
  const { physicalTop } = grid.map;
  // Above the photos nothing has to stay in place, and the page may have become shorter.
  if (virtualTop < 0) grid.map = landedAt(grid.map, { virtualTop: physicalTop, physicalTop });
  if (tile) pin(grid, tile);
  publish(grid);
}

function scrub(grid: Grid, virtualTop: number, now: number): void {
  move(grid, virtualTop - virtualTopOf(grid.map), now);
  jump(grid, virtualTop);
}

function reveal(grid: Grid, { section, tile }: TilePosition, covered: typeof UNCOVERED): void {
  const { view, map } = grid;
  if (!view.layout) return;
  const sticking = view.layout.frame.headingHeight + PAGE_BAR;
  const tileTop = topOfTile(view.layout, section, tile);
  const top = Math.max(0, tileTop - sticking - covered.above);
  const end = tileTop + heightOfTile(view.layout, section, tile) + REVEAL_MARGIN + covered.below;
  if (top < virtualTopOf(map)) jump(grid, top);
  else if (end > virtualTopOf(map) + map.viewport) jump(grid, end - map.viewport);
}

function updated(layout: TimelineLayout, before: readonly GridSection[], after: readonly GridSection[]) {
  const isSameList =
    before.length === after.length && after.every((one, index) => one.key === before[index]?.key);
  if (!isSameList) return createTimelineLayout(layout.frame, after);
  after.forEach((one, index) => {
    if (one !== before[index]) layout.update(index, one);
  });
  return layout;
}

const isSameFrame = (a: GridFrame, b: GridFrame) =>
  (Object.keys(b) as (keyof GridFrame)[]).every((measure) => a[measure] === b[measure]);

function isSameView(a: GridView, b: GridView): boolean {
  return (
    a.layout === b.layout &&
    a.sections === b.sections &&
    a.ranges === b.ranges &&
    a.height === b.height &&
    a.shift === b.shift &&
    a.pace === b.pace
  );
}
