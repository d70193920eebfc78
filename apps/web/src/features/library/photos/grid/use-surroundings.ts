import { type RefObject, useEffect } from 'react';
import type { GridEngine } from './grid-engine.ts';

/** A picture that takes longer holds nothing up any more, in milliseconds. */
const LONGEST_WAIT_MS = 1_500;

/** Draws what is around the window once the pictures in it are seen: they would share a slow line, and the time to draw. */
export function useSurroundings(
  engine: GridEngine,
  elementRef: RefObject<HTMLElement | null>,
  isDrawn: boolean,
): void {
  useEffect(() => {
    if (!isDrawn) return;
    const stopped = new AbortController();
    const pictures = elementRef.current?.querySelectorAll('img') ?? [];
    const timer = setTimeout(engine.surround, LONGEST_WAIT_MS);
    void Promise.all(Array.from(pictures, seen)).then(() => {
      if (!stopped.signal.aborted) requestAnimationFrame(() => setTimeout(engine.surround));
    });
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [engine, elementRef, isDrawn]);
}

/** Resolves when a picture can be painted, or will not come. */
const seen = (image: HTMLImageElement) => image.decode().catch(() => {});
