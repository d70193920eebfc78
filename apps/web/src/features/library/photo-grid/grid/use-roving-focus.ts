import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { moveFocus } from '../geometry/move-focus.ts';
import type { TilePosition } from '../geometry/timeline-layout.ts';
import type { VisibleSection } from '../geometry/visible-range.ts';
import type { GridEngine, GridView } from './grid-engine.ts';
import { tileAt } from './use-tile-events.ts';

/** Tiles to draw, plus the focused tile if it is outside of them, because scrolling must not lose the focus. */
export type PinnedRange = VisibleSection & { pinnedTile?: number };

type Options = {
  engine: GridEngine;
  view: GridView;
  elementRef: RefObject<HTMLElement | null>;
  /** Height covered above and below the photos, besides the headings, in pixels. */
  covered?: { above: number; below: number };
};

/** A single tab stop for all photos; arrow keys, Home, End, PageUp and PageDown move it. */
export function useRovingFocus({ engine, view, elementRef, covered }: Options) {
  const [active, setActive] = useState<TilePosition>();
  const [isFocused, setFocused] = useState(false);
  const target = useFocusTarget(elementRef);

  /** Moves the focus and returns its target; undefined for keys that do not move it. */
  function onKeyDown(event: KeyboardEvent): TilePosition | undefined {
    const from = tileAt(event.target);
    if (!from || !view.layout || event.altKey || event.metaKey) return undefined;
    const to = moveFocus(event.key, { layout: view.layout, from, viewport: engine.getViewport().height });
    if (!to) return undefined;
    event.preventDefault();
    target.current = to;
    setActive(to);
    engine.reveal(to, covered);
    return to;
  }

  return {
    onKeyDown,
    onFocus: (event: FocusEvent) => {
      setFocused(true);
      const tile = tileAt(event.target);
      if (tile) setActive(tile);
    },
    onBlur: (event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget)),
    ranges: isFocused && active ? pin(view, active) : view.ranges,
    tabStop: tabStopOf(view, active, isFocused),
  };
}

/** Target of a key press: focused once its tile is drawn, which may be some renders later. */
function useFocusTarget(elementRef: RefObject<HTMLElement | null>) {
  const target = useRef<TilePosition>(undefined);
  useLayoutEffect(() => {
    if (!target.current) return;
    const { section, tile } = target.current;
    const cell = elementRef.current?.querySelector(`[data-tile="${section}/${tile}"]`);
    const focusable = cell?.querySelector<HTMLElement>('[tabindex]');
    if (!focusable) return;
    target.current = undefined;
    focusable.focus({ preventScroll: true });
  });
  return target;
}

/** The focused tile, or the last focused one while it is drawn, or else the first drawn one. */
function tabStopOf(
  { ranges }: GridView,
  active: TilePosition | undefined,
  isFocused: boolean,
): TilePosition | undefined {
  const isDrawn = ranges.some((range) => active && contains(range, active));
  if (active && (isFocused || isDrawn)) return active;
  const first = ranges.find(({ firstTile, endTile }) => endTile > firstTile);
  return first && { section: first.section, tile: first.firstTile };
}

function contains({ section, firstTile, endTile }: VisibleSection, at: TilePosition): boolean {
  return section === at.section && firstTile <= at.tile && at.tile < endTile;
}

/** The ranges plus the focused tile, in a range of its own if nothing else of its section is drawn. */
function pin({ ranges, sections }: GridView, active: TilePosition): readonly PinnedRange[] {
  if (active.section >= sections.length || ranges.some((range) => contains(range, active))) return ranges;
  const alone: PinnedRange = { section: active.section, firstTile: 0, endTile: 0, pinnedTile: active.tile };
  const index = ranges.findIndex(({ section }) => section >= active.section);
  if (index < 0) return [...ranges, alone];
  const range = ranges[index] as VisibleSection;
  return range.section === active.section
    ? ranges.with(index, { ...range, pinnedTile: active.tile } as PinnedRange)
    : ranges.toSpliced(index, 0, alone);
}
