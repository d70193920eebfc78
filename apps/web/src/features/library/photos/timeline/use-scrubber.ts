import { type KeyboardEvent, type PointerEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { GridEngine, TimelineLayout } from '#/features/library/photo-grid/index.ts';

/** Number of sections skipped by PageUp and PageDown: about a year. */
const FAR = 12;

/** Position of a scrubber and its pointer, as fractions of the rail from its top, and its event handlers. */
export function useScrubber(engine: GridEngine) {
  const viewport = useSyncExternalStore(engine.subscribe, engine.getViewport);
  const { layout } = useSyncExternalStore(engine.subscribe, engine.getView);
  const range = Math.max(1, (layout?.height() ?? 0) - viewport.height);
  const fraction = Math.min(1, Math.max(0, viewport.top / range));
  const section = layout?.sectionAt(Math.max(0, viewport.top)) ?? 0;
  const sectionAt = (at: number) => (layout ? sectionUnder(layout, at * range) : 0);
  const { railRef, pointer, isDragging, handlers } = usePointer((at, now) => engine.scrub(at * range, now));

  function onKeyDown(event: KeyboardEvent): void {
    const target = layout ? keyTarget(event.key, section, layout) : undefined;
    if (!layout || target === undefined) return;
    event.preventDefault();
    engine.jumpTo(layout.topOf(Math.min(Math.max(0, target), layout.sectionCount - 1)));
  }
  return {
    railRef,
    layout,
    /** Top of the viewport, relative to the first photo. */
    top: viewport.top,
    fraction,
    /** The first section of the band at the top, since keys move from band to band. */
    section,
    /** The section under the pointer, one of several where they share a band; without a pointer, the one at the top. */
    named: sectionAt(pointer !== undefined && !isDragging ? pointer : fraction),
    pointer,
    isDragging,
    handlers: { ...handlers, onKeyDown },
  };
}

/** The pointer over the rail; `onDrag` is called with its place and the time in milliseconds. */
function usePointer(onDrag: (at: number, now: number) => void) {
  const railRef = useRef<HTMLDivElement>(null);
  const [pointer, setPointer] = useState<number>();
  const [isDragging, setDragging] = useState(false);

  function fractionAt({ clientY }: PointerEvent): number {
    const box = railRef.current?.getBoundingClientRect();
    return box ? Math.min(1, Math.max(0, (clientY - box.top) / Math.max(1, box.height))) : 0;
  }
  function drag(event: PointerEvent): void {
    const at = fractionAt(event);
    setPointer(at);
    onDrag(at, event.timeStamp);
  }
  function stop(): void {
    setDragging(false);
    setPointer(undefined);
  }
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragging(true);
      drag(event);
    },
    onPointerMove: (event: PointerEvent) => (isDragging ? drag(event) : setPointer(fractionAt(event))),
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: () => !isDragging && setPointer(undefined),
  };
  return { railRef, pointer, isDragging, handlers };
}

function keyTarget(key: string, section: number, layout: TimelineLayout): number | undefined {
  const { first, end } = layout.besides(section);
  const steps: Record<string, number> = {
    ArrowDown: end,
    ArrowRight: end,
    ArrowUp: first - 1,
    ArrowLeft: first - 1,
  };
  const far: Record<string, number> = { PageDown: section + FAR, PageUp: section - FAR };
  if (key === 'Home') return 0;
  if (key === 'End') return layout.sectionCount - 1;
  return steps[key] ?? far[key];
}

/** The section at a height; sections side by side divide the height of their band. */
function sectionUnder(layout: TimelineLayout, y: number): number {
  const section = layout.sectionAt(Math.max(0, y));
  const { first, end } = layout.besides(section);
  const share = (y - layout.topOf(section)) / Math.max(1, layout.heightOf(section));
  return Math.min(end - 1, Math.max(first, first + Math.floor(share * (end - first))));
}
