import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { VisibleSection } from '../geometry/visible-range.ts';
import type { GridEngine, GridView } from './grid-engine.ts';
import { moveFocus, type TilePlace } from './move-focus.ts';
import { placeOf } from './tile-place.ts';

/** A range to draw, and the focused tile where it is outside of it: focus must not be lost by scrolling. */
export type PinnedRange = VisibleSection & { pinnedTile?: number };

type Options = {
  engine: GridEngine;
  view: GridView;
  elementRef: RefObject<HTMLElement | null>;
  /** What lies over the photos beside the headings, in pixels. */
  covered?: { above: number; below: number };
};

/** One tab stop for all photos; arrow keys, Home, End, PageUp and PageDown move it. */
export function useRovingFocus({ engine, view, elementRef, covered }: Options) {
  const [active, setActive] = useState<TilePlace>();
  const [isFocused, setFocused] = useState(false);
  /** Where keys sent the focus; its tile may be drawn only some renders later. */
  const target = useRef<TilePlace>(undefined);

  useLayoutEffect(() => {
    if (!target.current) return;
    const { section, tile } = target.current;
    const cell = elementRef.current?.querySelector(`[data-tile="${section}/${tile}"]`);
    const focusable = cell?.querySelector<HTMLElement>('[tabindex]');
    if (!focusable) return;
    target.current = undefined;
    focusable.focus({ preventScroll: true });
  });

  /** Moves the focus; tells where to, or undefined when the key was none of ours. */
  function onKeyDown(event: KeyboardEvent): TilePlace | undefined {
    const from = placeOf(event.target);
    if (!from || !view.layout || event.altKey || event.metaKey) return undefined;
    const to = moveFocus(event.key, { layout: view.layout, from, viewport: engine.getPlace().viewport });
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
      const place = placeOf(event.target);
      if (place) setActive(place);
    },
    onBlur: (event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget)),
    ranges: isFocused && active ? pin(view, active) : view.ranges,
    tabStop: tabStopOf(view, active, isFocused),
  };
}

/** The focused tile, else the last one that was, else the first in view. */
function tabStopOf(
  { ranges }: GridView,
  active: TilePlace | undefined,
  isFocused: boolean,
): TilePlace | undefined {
  const isDrawn = ranges.some((range) => active && holds(range, active));
  if (active && (isFocused || isDrawn)) return active;
  const first = ranges.find(({ firstTile, endTile }) => endTile > firstTile);
  return first && { section: first.section, tile: first.firstTile };
}

function holds({ section, firstTile, endTile }: VisibleSection, place: TilePlace): boolean {
  return section === place.section && firstTile <= place.tile && place.tile < endTile;
}

function pin({ ranges, sections }: GridView, active: TilePlace): readonly PinnedRange[] {
  if (active.section >= sections.length || ranges.some((range) => holds(range, active))) return ranges;
  const pinned = { section: active.section, firstTile: 0, endTile: 0, pinnedTile: active.tile };
  const index = ranges.findIndex(({ section }) => section >= active.section);
  if (index < 0) return [...ranges, pinned];
  const at = ranges[index] as VisibleSection;
  const isDrawn = at.section === active.section;
  const inserted: PinnedRange = isDrawn ? { ...at, pinnedTile: active.tile } : pinned;
  return [...ranges.slice(0, index), inserted, ...ranges.slice(isDrawn ? index + 1 : index)];
}
