import type { GridSection } from '#/features/library/photo-store/index.ts';
import { AT_REST, drawnAround, type Motion, moved, type Pace } from '../geometry/pace.ts';
import {
  createTimelineLayout,
  type GridFrame,
  heightOfTile,
  type TilePosition,
  type TimelineLayout,
  topOfTile,
} from '../geometry/timeline-layout.ts';
import { findVisible, isSameRange, type VisibleSection } from '../geometry/visible-range.ts';
import { createPagePosition, type Page, type PagePosition } from './page-position.ts';
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

/** The visible part of the layout, in the layout's offsets. Replaced on every move. */
export type Viewport = { top: number; height: number };

export type GridEngine = ReturnType<typeof createGridEngine>;

/** Margin below a tile brought into view by a key, in pixels. */
const REVEAL_MARGIN = 16;
/** Height of the sticky bar at the top of every page, in pixels; a little less on phones. */
export const PAGE_BAR = 64;
const UNCOVERED = { above: 0, below: 0 };
const EMPTY_VIEW: GridView = { layout: null, sections: [], ranges: [], height: 0, shift: 0, pace: 'rest' };

type Parts = {
  position: PagePosition;
  reach: ReturnType<typeof createReach>;
  drawing: ReturnType<typeof createDrawing>;
};

/** The logic of a photo grid without a DOM: sections, frame and scroll events in, views out. */
export function createGridEngine(page: Page, { cap }: { cap?: number } = {}) {
  const position = createPagePosition(page, cap);
  const reach = createReach();
  const drawing = createDrawing(position, reach);
  const parts = { position, reach, drawing };
  return {
    subscribe: drawing.subscribe,
    getView: drawing.getView,
    getViewport: drawing.getViewport,
    ...changesOf(parts),
    ...scrollingOf(parts),
    ...jumpsOf(parts),
  };
}

/** How far around the viewport photos are drawn: it depends on how they move, and on whether those in view have loaded. */
function createReach() {
  let motion: Motion = AT_REST;
  let overscan = 0;
  return {
    pace: () => motion.pace,
    move(move: { distance: number; viewport: number; now: number }): void {
      overscan = 1;
      motion = moved(motion, move);
    },
    rest(): void {
      motion = AT_REST;
    },
    /** Returns whether this is more overscan than before. */
    expand(share: number): boolean {
      const isMore = share > overscan;
      if (isMore) overscan = share;
      return isMore;
    },
    /**
     * Top and bottom of what to draw. With overscan this is at least the first row if all are below the window, as on a page
     * zoomed to 400%: otherwise the keyboard could not reach the photos.
     */
    around(viewport: Viewport, { frame }: TimelineLayout): [number, number] {
      const [top, bottom] = drawnAround(viewport, motion, overscan);
      return [top, overscan > 0 ? Math.max(bottom, frame.headingHeight + 1) : bottom];
    },
  };
}

/** What is drawn, and who is notified when that changes. */
function createDrawing(position: PagePosition, { around, pace }: ReturnType<typeof createReach>) {
  const listeners = new Set<() => void>();
  let view = EMPTY_VIEW;
  let viewport: Viewport = { top: 0, height: 0 };
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getView: () => view,
    getViewport: () => viewport,
    /** Contents to be published next. */
    setContents(contents: Partial<Pick<GridView, 'layout' | 'sections' | 'ranges'>>): void {
      view = { ...view, ...contents };
    },
    publish(): void {
      const { viewport: height, physicalHeight, shift } = position.map();
      viewport = { top: position.top(), height };
      const ranges = view.layout ? findVisible(view.layout, ...around(viewport, view.layout)) : [];
      const next = {
        ...view,
        ranges: isSameRange(ranges, view.ranges) ? view.ranges : ranges,
        height: physicalHeight,
        shift,
        pace: pace(),
      };
      if (!isSameView(next, view)) view = next;
      for (const listener of listeners) listener();
    },
  };
}

/** What else is to be drawn. */
function changesOf({ position, reach, drawing }: Parts) {
  const { getView, publish } = drawing;

  /** Changes the layout while keeping the photo at the top of the viewport in place. */
  function changeLayout(sections: readonly GridSection[], createLayout: () => TimelineLayout): void {
    const anchor = takeAnchor(getView(), position.top());
    const layout = createLayout();
    const virtualTop = followAnchor({ anchor, layout, sections }) ?? position.top();
    position.resize({ virtualHeight: layout.height(), virtualTop });
    drawing.setContents({ layout, sections, ranges: [] });
    publish();
  }

  return {
    /** The grid's width or measurements changed. */
    setFrame(frame: GridFrame): void {
      const { layout, sections } = getView();
      if (layout && isSameFrame(layout.frame, frame)) return;
      changeLayout(sections, () => createTimelineLayout(frame, sections));
    },
    /** New contents; sections that are still the same objects cost nothing. */
    setSections(sections: readonly GridSection[]): void {
      const { layout, sections: before } = getView();
      if (sections === before) return;
      if (!layout) drawing.setContents({ sections });
      else changeLayout(sections, () => updated(layout, before, sections));
    },
    setViewportHeight(viewport: number): void {
      position.resize({ viewport });
      publish();
    },
    /** The pictures in view have loaded: from now on, this fraction of the overscan (0 to 1) is drawn, too. */
    expandOverscan(share: number): void {
      if (reach.expand(share)) publish();
    },
  };
}

/** What the page does. */
function scrollingOf({ position, reach, drawing: { publish } }: Parts) {
  return {
    /** Reads the page's initial position, which is not a scroll. */
    syncPosition: () => void position.read(),
    /** The page was scrolled. */
    scrolled(now: number): void {
      if (!position.hasScrolled()) return;
      reach.move({ distance: position.read(), viewport: position.map().viewport, now });
      if (position.mustSettle()) position.settle();
      publish();
    },
    /** Scrolling has paused. Contents above the photos may have changed height without a scroll event. */
    scrollEnded(): void {
      reach.rest();
      position.read();
      position.settleForGood();
      publish();
    },
    /** The page now has the view's height: settles if that was pending. */
    committed(): void {
      if (!position.mustSettle()) return;
      position.settleForGood();
      publish();
    },
  };
}

/** Where the page is to be scrolled. */
function jumpsOf({ position, reach, drawing: { getView, publish } }: Parts) {
  function jumpTo(virtualTop: number): void {
    const { virtualHeight, viewport } = position.map();
    position.goTo(Math.min(Math.max(virtualTop, 0), Math.max(0, virtualHeight - viewport)));
    publish();
  }

  return {
    /** Scrolls to an offset of the layout. */
    jumpTo,
    /** Restores the scroll position of the page, which may be above or below the photos. */
    returnTo(virtualTop: number): void {
      position.goTo(virtualTop);
      // Above the photos nothing has to stay in place, and the page may have become shorter.
      if (virtualTop < 0) position.alignTops();
      publish();
    },
    /** Jumps while a finger keeps moving: photos that only pass by are not fetched. */
    scrub(virtualTop: number, now: number): void {
      const distance = virtualTop - position.top();
      reach.move({ distance, viewport: position.map().viewport, now });
      jumpTo(virtualTop);
    },
    /** Scrolls just far enough to bring a tile into view, clear of sticky bars above and below. */
    reveal({ section, tile }: TilePosition, covered = UNCOVERED): void {
      const { layout } = getView();
      if (!layout) return;
      const sticking = layout.frame.headingHeight + PAGE_BAR;
      const tileTop = topOfTile(layout, section, tile);
      const top = Math.max(0, tileTop - sticking - covered.above);
      const end = tileTop + heightOfTile(layout, section, tile) + REVEAL_MARGIN + covered.below;
      const { viewport } = position.map();
      if (top < position.top()) jumpTo(top);
      else if (end > position.top() + viewport) jumpTo(end - viewport);
    },
  };
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
