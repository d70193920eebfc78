import type { GridSection } from '#/features/library/photo-store/index.ts';
import { AT_REST, drawnAround, type Motion, moved, type Pace } from '../geometry/pace.ts';
import {
  createScrollMap,
  driftOf,
  jumpTo,
  landedAt,
  mustSettle,
  resize,
  type ScrollMap,
  scrollTo,
  toVirtual,
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

/** The visible part of the layout, in the layout's offsets. Replaced on every move. */
export type Viewport = { top: number; height: number };

/** Access to the page's scrolling; tops are relative to the grid's top. */
export type Page = {
  top: () => number;
  /** Returns where it landed. */
  scrollTo: (physicalTop: number) => number;
};

export type GridEngine = ReturnType<typeof createGridEngine>;

/** Margin below a tile brought into view by a key, in pixels. */
const REVEAL_MARGIN = 16;
/** Height of the sticky bar at the top of every page, in pixels; a little less on phones. */
export const PAGE_BAR = 64;
const UNCOVERED = { above: 0, below: 0 };
const EMPTY_VIEW: GridView = { layout: null, sections: [], ranges: [], height: 0, shift: 0, pace: 'rest' };

/** The logic of a photo grid without a DOM: sections, frame and scroll events in, views out. */
export function createGridEngine(page: Page, { cap }: { cap?: number } = {}) {
  const listeners = new Set<() => void>();
  let map: ScrollMap = createScrollMap({ virtualHeight: 0, viewport: 0, cap });
  let motion: Motion = AT_REST;
  let view = EMPTY_VIEW;
  let viewport: Viewport = { top: 0, height: 0 };
  let overscan = 0;

  function publish(): void {
    viewport = { top: virtualTopOf(map), height: map.viewport };
    const ranges = view.layout ? findVisible(view.layout, ...drawnIn(view.layout)) : [];
    const next = {
      ...view,
      ranges: isSameRange(ranges, view.ranges) ? view.ranges : ranges,
      height: map.physicalHeight,
      shift: map.shift,
      pace: motion.pace,
    };
    if (!isSameView(next, view)) view = next;
    for (const listener of listeners) listener();
  }

  /**
   * Top and bottom of what to draw. With overscan this is at least the first row if all are below the window, as on a page zoomed
   * to 400%: otherwise the keyboard could not reach the photos.
   */
  function drawnIn(layout: TimelineLayout): [number, number] {
    const [top, bottom] = drawnAround(viewport, motion, overscan);
    return [top, overscan > 0 ? Math.max(bottom, layout.frame.headingHeight + 1) : bottom];
  }

  function goTo(target: ScrollMap): void {
    const virtualTop = virtualTopOf(target);
    map = landedAt(target, { virtualTop, physicalTop: page.scrollTo(target.physicalTop) });
  }

  function settle(): void {
    if (Math.abs(driftOf(map)) >= 1) goTo(jumpTo(map, virtualTopOf(map)));
  }

  /** Settles when the page already has the view's height: where it cannot scroll, the photos do not move either. */
  function settleForGood(): void {
    settle();
    const { physicalTop } = map;
    if (mustSettle(map)) map = landedAt(map, { physicalTop, virtualTop: toVirtual(map, physicalTop) });
    publish();
  }

  /** Changes the layout while keeping the photo at the top of the viewport in place. */
  function changeLayout(sections: readonly GridSection[], createLayout: () => TimelineLayout): void {
    const anchor = takeAnchor(view, virtualTopOf(map));
    const layout = createLayout();
    const top = followAnchor({ anchor, layout, sections }) ?? virtualTopOf(map);
    map = resize(map, { virtualHeight: layout.height(), viewport: map.viewport, virtualTop: top, cap });
    view = { ...view, layout, sections, ranges: [] };
    publish();
  }

  function jump(virtualTop: number): void {
    const end = Math.max(0, map.virtualHeight - map.viewport);
    goTo(jumpTo(map, Math.min(Math.max(virtualTop, 0), end)));
    publish();
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getView: () => view,
    getViewport: () => viewport,

    /** The grid's width or measurements changed. */
    setFrame(frame: GridFrame): void {
      if (view.layout && isSameFrame(view.layout.frame, frame)) return;
      changeLayout(view.sections, () => createTimelineLayout(frame, view.sections));
    },

    /** New contents; sections that are still the same objects cost nothing. */
    setSections(sections: readonly GridSection[]): void {
      const { layout, sections: before } = view;
      if (sections === before) return;
      if (!layout) view = { ...view, sections };
      else changeLayout(sections, () => updated(layout, before, sections));
    },

    /** Reads the page's initial position, which is not a scroll. */
    syncPosition(): void {
      map = scrollTo(map, page.top());
    },

    setViewportHeight(height: number): void {
      const { virtualHeight } = map;
      map = resize(map, { virtualHeight, viewport: height, virtualTop: virtualTopOf(map), cap });
      publish();
    },

    /** The page was scrolled. */
    scrolled(now: number): void {
      const physicalTop = page.top();
      if (physicalTop === map.physicalTop) return;
      overscan = 1;
      const before = virtualTopOf(map);
      map = scrollTo(map, physicalTop);
      motion = moved(motion, { distance: virtualTopOf(map) - before, viewport: map.viewport, now });
      if (mustSettle(map)) settle();
      publish();
    },

    /** Scrolling has paused. Contents above the photos may have changed height without a scroll event. */
    scrollEnded(): void {
      motion = AT_REST;
      map = scrollTo(map, page.top());
      settleForGood();
    },

    /** The pictures in view have loaded: from now on, this fraction of the overscan (0 to 1) is drawn, too. */
    expandOverscan(share: number): void {
      if (share <= overscan) return;
      overscan = share;
      publish();
    },

    /** The page now has the view's height: settles if that was pending. */
    committed(): void {
      if (mustSettle(map)) settleForGood();
    },

    /** Scrolls to an offset of the layout. */
    jumpTo: jump,

    /** Restores the scroll position of the page, which may be above or below the photos. */
    returnTo(virtualTop: number): void {
      goTo(jumpTo(map, virtualTop));
      // Above the photos nothing has to stay in place, and the page may have become shorter.
      if (virtualTop < 0) map = landedAt(map, { virtualTop: map.physicalTop, physicalTop: map.physicalTop });
      publish();
    },

    /** Jumps while a finger keeps moving: photos that only pass by are not fetched. */
    scrub(virtualTop: number, now: number): void {
      overscan = 1;
      motion = moved(motion, { distance: virtualTop - virtualTopOf(map), viewport: map.viewport, now });
      jump(virtualTop);
    },

    /** Scrolls just far enough to bring a tile into view, clear of sticky bars above and below. */
    reveal({ section, tile }: TilePosition, covered = UNCOVERED): void {
      if (!view.layout) return;
      const sticking = view.layout.frame.headingHeight + PAGE_BAR;
      const tileTop = topOfTile(view.layout, section, tile);
      const top = Math.max(0, tileTop - sticking - covered.above);
      const end = tileTop + heightOfTile(view.layout, section, tile) + REVEAL_MARGIN + covered.below;
      const from = virtualTopOf(map);
      if (top < from) jump(top);
      else if (end > from + map.viewport) jump(end - map.viewport);
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
