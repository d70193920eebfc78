import { type RefObject, useEffect } from 'react';
import { pause } from '#/shared/api/retry.ts';
import type { GridEngine } from './grid-engine.ts';

/** A picture that takes longer holds nothing up any more, in milliseconds. */
const LONGEST_WAIT_MS = 1_500;
/** Drawn at once, what is around a phone's window would keep it from answering a thumb. */
const STEPS = 5;

/** Draws what is around the window once the pictures in it are seen: they would share a slow line, and the time to draw. */
export function useSurroundings(
  engine: GridEngine,
  elementRef: RefObject<HTMLElement | null>,
  isDrawn: boolean,
): void {
  useEffect(() => {
    if (!isDrawn) return;
    const stopped = new AbortController();
    const pictures = Array.from(elementRef.current?.querySelectorAll('img') ?? [], seen);
    const draw = async () => {
      await Promise.race([Promise.all(pictures), pause(LONGEST_WAIT_MS)]);
      for (let step = 1; step <= STEPS && !stopped.signal.aborted; step++) {
        await nextFrame();
        engine.surround(step / STEPS);
      }
    };
    void draw();
    return () => stopped.abort();
  }, [engine, elementRef, isDrawn]);
}

/** Resolves when a picture can be painted, or will not come. */
const seen = (image: HTMLImageElement) => image.decode().catch(() => {});

/** Resolves when a frame has been painted: in a hidden page, once it is seen again. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
