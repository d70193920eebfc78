import { BREAKPOINTS } from '@keepsake/contracts/platform/limits';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { GridSection } from '#/features/library/photo-store/index.ts';
import { listenTo } from '#/shared/signal.ts';
import { type Density, photoDensity } from '../density.tsx';
import { frameOf } from './frame-of.ts';
import { createGridEngine, type GridEngine } from './grid-engine.ts';

/** Scrolling counts as ended when nothing has moved for this long, in milliseconds. */
const REST_MS = 140;

type Mounted = { engine: GridEngine; elementRef: RefObject<HTMLDivElement | null>; windowWidth: number };

/** An engine bound to an element in the page and to the page's own scrolling. */
export function useGridEngine(sections: readonly GridSection[], hasHeadings: boolean): Mounted {
  const elementRef = useRef<HTMLDivElement>(null);
  const density = photoDensity.use();
  const [windowWidth, setWindowWidth] = useState(() => window.innerWidth);
  const [engine] = useState(() => {
    const made = createGridEngine({
      top: () => topInGrid(elementRef.current),
      scrollTo: (top) => scrollPageTo(elementRef.current, top),
    });
    if (windowWidth < BREAKPOINTS.medium) beginOnPhone(made, { sections, windowWidth, hasHeadings, density });
    return made;
  });
  const [, setView] = useState(engine.getView);

  useLayoutEffect(() => {
    const element = elementRef.current;
    if (!element) return;
    const measure = (width: number) =>
      engine.setFrame(frameOf({ width, windowWidth: window.innerWidth, hasHeadings, density }));
    engine.syncPosition();
    return bindSize(element, engine, { onWidth: measure, onWindow: () => setWindowWidth(window.innerWidth) });
  }, [engine, hasHeadings, density]);
  useLayoutEffect(() => engine.setSections(sections), [engine, sections]);
  // Pages rendered in a transition are painted before their effects run: without this, once without the grid's height.
  useLayoutEffect(() => setView(engine.getView()), [engine]);
  useEffect(() => bindScroll(engine), [engine]);

  return { engine, elementRef, windowWidth };
}

type PhoneView = {
  sections: readonly GridSection[];
  windowWidth: number;
  hasHeadings: boolean;
  density: Density;
};

/** Total horizontal margins of a page on phones, in pixels. */
const PHONE_MARGINS = 32;
/** Fraction of the window usually taken by content above the photos. */
const USUALLY_ABOVE = 0.4;

/**
 * On a phone the grid's width is known before it is drawn, so that its photos appear together with the page. It is still
 * measured afterwards.
 */
function beginOnPhone(engine: GridEngine, { sections, ...view }: PhoneView): void {
  engine.setSections(sections);
  engine.setViewportHeight(window.innerHeight * (1 - USUALLY_ABOVE));
  engine.setFrame(frameOf({ ...view, width: view.windowWidth - PHONE_MARGINS }));
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
  const stop = listenTo(window, 'resize', measure);
  return () => {
    observer.disconnect();
    stop();
  };
}

function bindScroll(engine: GridEngine): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onScroll = () => {
    engine.scrolled(performance.now());
    clearTimeout(timer);
    timer = setTimeout(engine.scrollEnded, REST_MS);
  };
  // Nothing moves yet, wherever the grid is.
  engine.scrollEnded();
  const stop = listenTo(window, 'scroll', onScroll, { passive: true });
  return () => {
    clearTimeout(timer);
    stop();
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
