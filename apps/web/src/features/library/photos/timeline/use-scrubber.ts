import { type KeyboardEvent, type PointerEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { GridEngine } from '../grid/grid-engine.ts';

/** Sections that PageUp and PageDown skip: about a year. */
const FAR = 12;

/** Position of a scrubber and its pointer, as fractions of the rail from its top, and the handlers that move it. */
export function useScrubber(engine: GridEngine) {
  const railRef = useRef<HTMLDivElement>(null);
  const viewport = useSyncExternalStore(engine.subscribe, engine.getViewport);
  const { layout } = useSyncExternalStore(engine.subscribe, engine.getView);
  const [pointer, setPointer] = useState<number>();
  const [isDragging, setDragging] = useState(false);
  const range = Math.max(1, (layout?.height() ?? 0) - viewport.height);
  const fraction = Math.min(1, Math.max(0, viewport.top / range));
  const section = layout?.sectionAt(Math.max(0, viewport.top)) ?? 0;

  function fractionAt(event: PointerEvent): number {
    const box = railRef.current?.getBoundingClientRect();
    return box ? Math.min(1, Math.max(0, (event.clientY - box.top) / Math.max(1, box.height))) : 0;
  }

  function follow(event: PointerEvent): void {
    const at = fractionAt(event);
    setPointer(at);
    engine.scrub(at * range, event.timeStamp);
  }

  function goToSection(target: number): void {
    if (layout) engine.jumpTo(layout.topOf(Math.min(Math.max(0, target), layout.sectionCount - 1)));
  }

  function stop(): void {
    setDragging(false);
    setPointer(undefined);
  }

  return {
    railRef,
    layout,
    /** Top of the viewport, measured from the first photo. */
    top: viewport.top,
    fraction,
    section,
    pointer,
    isDragging,
    sectionAt: (at: number) => layout?.sectionAt(at * range) ?? 0,
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragging(true);
      follow(event);
    },
    onPointerMove: (event: PointerEvent) => (isDragging ? follow(event) : setPointer(fractionAt(event))),
    onPointerUp: stop,
    onPointerLeave: () => !isDragging && setPointer(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const target = keyTarget(event.key, section, layout?.sectionCount ?? 0);
      if (target === undefined) return;
      event.preventDefault();
      goToSection(target);
    },
  };
}

function keyTarget(key: string, section: number, count: number): number | undefined {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
  const far: Record<string, number> = { PageDown: FAR, PageUp: -FAR };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const by = steps[key] ?? far[key];
  return by === undefined ? undefined : section + by;
}
