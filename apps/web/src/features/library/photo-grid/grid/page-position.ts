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

/** Access to the page's scrolling; tops are relative to the grid's top. */
export type Page = {
  top: () => number;
  /** Returns where it landed. */
  scrollTo: (physicalTop: number) => number;
};

type Size = { virtualHeight: number; viewport: number; virtualTop: number };

export type PagePosition = ReturnType<typeof createPagePosition>;

/** Where the photos are in the page. Scrolls the page when the photos jump, and when the two have drifted apart. */
export function createPagePosition(page: Page, cap: number | undefined) {
  let map: ScrollMap = createScrollMap({ virtualHeight: 0, viewport: 0, cap });
  const top = () => virtualTopOf(map);

  function goTo(virtualTop: number): void {
    const target = jumpTo(map, virtualTop);
    const physicalTop = page.scrollTo(target.physicalTop);
    map = landedAt(target, { virtualTop: virtualTopOf(target), physicalTop });
  }
  function settle(): void {
    if (Math.abs(driftOf(map)) >= 1) goTo(top());
  }
  return {
    map: () => map,
    top,
    hasScrolled: () => page.top() !== map.physicalTop,
    /** Reads where the page is scrolled to; returns how far the photos have moved. */
    read(): number {
      const before = top();
      map = scrollTo(map, page.top());
      return top() - before;
    },
    resize(size: Partial<Size>): void {
      const { virtualHeight, viewport } = map;
      map = resize(map, { virtualHeight, viewport, virtualTop: top(), cap, ...size });
    },
    goTo,
    mustSettle: () => mustSettle(map),
    settle,
    /** Settles when the page already has the photos' height: where it cannot scroll, the photos do not move either. */
    settleForGood(): void {
      settle();
      if (mustSettle(map)) map = movePhotos(map);
    },
    /** Photos and page begin together: nothing above the photos has to stay in place. */
    alignTops(): void {
      map = landedAt(map, { virtualTop: map.physicalTop, physicalTop: map.physicalTop });
    },
  };
}
