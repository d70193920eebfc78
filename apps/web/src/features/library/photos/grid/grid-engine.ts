import { heightOfTile, topOfTile } from '../geometry/anchor.ts';
import { AT_REST, type Motion, moved, type Pace } from '../geometry/pace.ts';
import {
  createScrollMap,
  driftOf,
  jumpTo,
  landedAt,
  mustSettle,
  resize,
  type ScrollMap,
  scrollTo,
  virtualTopOf,
} from '../geometry/scroll-map.ts';
import { createTimelineLayout, type GridFrame, type TimelineLayout } from '../geometry/timeline-layout.ts';
import { findVisible, isSameRange, type VisibleSection } from '../geometry/visible-range.ts';
import type { GridSection } from './grid-section.ts';
import type { TilePlace } from './move-focus.ts';
import { followAnchor, takeAnchor } from './photo-anchor.ts';

/** What to draw. Replaced only when something drawn changes. */
export type GridView = {
  layout: TimelineLayout | null;
  sections: readonly GridSection[];
  ranges: readonly VisibleSection[];
  /** Height of the grid in the page. */
  height: number;
  /** Subtracted from a layout offset it gives the offset in the page. */
  shift: number;
  pace: Pace;
};

/** Where the viewport stands, in the layout's own offsets. Replaced on every move. */
export type GridPlace = { top: number; viewport: number };

/** What the page does for the grid: scrolls to a top measured from the grid's top and tells where it landed. */
export type Page = { scrollTo: (physicalTop: number) => number };

export type GridEngine = ReturnType<typeof createGridEngine>;

/** Room left below a tile that keys brought into view. */
const REVEAL_MARGIN = 16;
/** Height of the bar that sticks to the top of every page. */
export const PAGE_BAR = 64;
const UNCOVERED = { above: 0, below: 0 };
const EMPTY_VIEW: GridView = { layout: null, sections: [], ranges: [], height: 0, shift: 0, pace: 'rest' };

/** The moving parts of a photo grid, without a DOM: sections, frame and scroll events in, views out. */
export function createGridEngine(page: Page, { cap }: { cap?: number } = {}) {
  const listeners = new Set<() => void>();
  let map: ScrollMap = createScrollMap({ virtualHeight: 0, viewport: 0, cap });
  let motion: Motion = AT_REST;
  let view = EMPTY_VIEW;
  let place: GridPlace = { top: 0, viewport: 0 };

  function publish(next: Partial<GridView>): void {
    const layout = next.layout ?? view.layout;
    const pace = motion.pace;
    const candidate = { ...view, ...next, shift: map.shift, height: map.physicalHeight, pace };
    const ranges = layout ? findVisible(layout, ...windowOf(map, motion)) : [];
    candidate.ranges = isSameRange(ranges, view.ranges) ? view.ranges : ranges;
    if (!isSameView(candidate, view)) view = candidate;
    place = { top: virtualTopOf(map), viewport: map.viewport };
    for (const listener of listeners) listener();
  }

  function goTo(target: ScrollMap): void {
    const virtualTop = virtualTopOf(target);
    map = landedAt(target, { virtualTop, physicalTop: page.scrollTo(target.physicalTop) });
  }

  function settle(): void {
    if (Math.abs(driftOf(map)) >= 1) goTo(jumpTo(map, virtualTopOf(map)));
  }

  /** Lays out anew and keeps the photo at the top of the viewport where it is. */
  function relayOut(sections: readonly GridSection[], layOut: () => TimelineLayout): void {
    const anchor = takeAnchor(view, virtualTopOf(map));
    const layout = layOut();
    const top = followAnchor({ anchor, layout, sections }) ?? virtualTopOf(map);
    map = resize(map, { virtualHeight: layout.height(), viewport: map.viewport, virtualTop: top, cap });
    view = { ...view, layout, sections, ranges: [] };
    publish({});
  }

  function jump(virtualTop: number): void {
    const end = Math.max(0, map.virtualHeight - map.viewport);
    goTo(jumpTo(map, Math.min(Math.max(virtualTop, 0), end)));
    publish({});
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getView: () => view,
    getPlace: () => place,

    /** The grid's width or measures changed. */
    setFrame(frame: GridFrame): void {
      relayOut(view.sections, () => createTimelineLayout(frame, view.sections));
    },

    /** Other contents; sections that stayed the same objects cost nothing. */
    setSections(sections: readonly GridSection[]): void {
      const { layout, sections: before } = view;
      if (!layout) view = { ...view, sections };
      else relayOut(sections, () => updated(layout, before, sections));
    },

    setViewport(viewport: number): void {
      map = resize(map, { virtualHeight: map.virtualHeight, viewport, virtualTop: virtualTopOf(map), cap });
      publish({});
    },

    /** The page was scrolled; `physicalTop` is measured from the grid's top. */
    scrolled(physicalTop: number, now: number): void {
      if (physicalTop === map.physicalTop) return;
      const before = virtualTopOf(map);
      map = scrollTo(map, physicalTop);
      motion = moved(motion, { distance: virtualTopOf(map) - before, viewport: map.viewport, now });
      if (mustSettle(map)) settle();
      publish({});
    },

    /** Scrolling paused. */
    rest(): void {
      motion = AT_REST;
      settle();
      publish({});
    },

    /** The page has the height of the view by now: a settling that waited for it is done. */
    committed(): void {
      if (!mustSettle(map)) return;
      settle();
      publish({});
    },

    /** Scrolls to an offset of the layout. */
    jumpTo: jump,

    /** Scrolls to where the page stood, which may be above the photos or at what comes after them. */
    returnTo(virtualTop: number): void {
      goTo(jumpTo(map, virtualTop));
      publish({});
    },

    /** The same under a finger that goes on moving: what is only passed by is not fetched. */
    scrub(virtualTop: number, now: number): void {
      motion = moved(motion, { distance: virtualTop - virtualTopOf(map), viewport: map.viewport, now });
      jump(virtualTop);
    },

    /** Scrolls as little as it takes to bring a tile into view, clear of what sticks above and below the photos. */
    reveal({ section, tile }: TilePlace, covered = UNCOVERED): void {
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

/** How much is drawn around the viewport, in viewports: more ahead of a motion, less behind it. */
const AHEAD = { rest: 0.7, moving: 1.1, flying: 1.6 };
const BEHIND = { rest: 0.7, moving: 0.4, flying: 0.2 };

function windowOf(map: ScrollMap, { pace, direction }: Motion): [number, number] {
  const top = virtualTopOf(map);
  const ahead = AHEAD[pace] * map.viewport;
  const behind = BEHIND[pace] * map.viewport;
  const [above, below] = direction > 0 ? [behind, ahead] : [ahead, behind];
  return [top - above, top + map.viewport + below];
}

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
