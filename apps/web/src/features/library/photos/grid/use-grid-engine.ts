import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { photoDensity } from '../density.tsx';
import type { GridSection } from '../store/grid-sections.ts';
import { frameOf } from './frame-of.ts';
import { createGridEngine, type GridEngine } from './grid-engine.ts';

/** Scrolling has ended when nothing moved for this long. */
const REST_MS = 140;

type Mounted = { engine: GridEngine; elementRef: RefObject<HTMLDivElement | null>; windowWidth: number };

/** An engine bound to an element in the page and to the page's own scrolling. */
export function useGridEngine(sections: readonly GridSection[], hasHeadings: boolean): Mounted {
  const elementRef = useRef<HTMLDivElement>(null);
  const [engine] = useState(() =>
    createGridEngine({
      top: () => topInGrid(elementRef.current),
      scrollTo: (top) => scrollPageTo(elementRef.current, top),
    }),
  );
  const [windowWidth, setWindowWidth] = useState(() => window.innerWidth);
  const density = photoDensity.use();
  const [, setMeasured] = useState(false);

  useLayoutEffect(() => {
    const element = elementRef.current;
    if (!element) return;
    const measure = (width: number) =>
      engine.setFrame(frameOf({ width, windowWidth: window.innerWidth, hasHeadings, density }));
    return bindSize(element, engine, { onWidth: measure, onWindow: () => setWindowWidth(window.innerWidth) });
  }, [engine, hasHeadings, density]);
  useLayoutEffect(() => engine.setSections(sections), [engine, sections]);
  // Pages that are drawn in parts are painted before their effects run: without this, once without the grid's height.
  useLayoutEffect(() => setMeasured(true), []);
  useEffect(() => bindScroll(engine), [engine]);

  return { engine, elementRef, windowWidth };
}

type OnSize = { onWidth: (width: number) => void; onWindow: () => void };

function bindSize(element: HTMLElement, engine: GridEngine, { onWidth, onWindow }: OnSize): () => void {
  let width = -1;
  const measure = () => {
    onWindow();
    engine.setViewportHeight(window.innerHeight);
    if (element.clientWidth === width) return;
    width = element.clientWidth;
    onWidth(width);
  };
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  window.addEventListener('resize', measure);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', measure);
  };
}

function bindScroll(engine: GridEngine): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onScroll = () => {
    engine.scrolled(performance.now());
    clearTimeout(timer);
    timer = setTimeout(engine.rest, REST_MS);
  };
  // Nothing moves yet, wherever the grid stands.
  engine.rest();
  window.addEventListener('scroll', onScroll, { passive: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener('scroll', onScroll);
  };
}

/** Top of the viewport, measured from the top of the grid. */
const topInGrid = (element: HTMLElement | null) => -(element?.getBoundingClientRect().top ?? 0);

function scrollPageTo(element: HTMLElement | null, physicalTop: number): number {
  if (!element) return physicalTop;
  window.scrollTo({
    top: element.getBoundingClientRect().top + window.scrollY + physicalTop,
    behavior: 'instant',
  });
  return topInGrid(element);
}
