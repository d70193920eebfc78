import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';
import { pause } from '#/shared/api/retry.ts';
import { savesData } from '#/shared/saves-data.ts';
import { whenIdle } from '#/shared/when-idle.ts';
import type { GridEngine } from './grid-engine.ts';

/** Maximum wait for a picture, in milliseconds. */
const LONGEST_WAIT_MS = 1_500;
/** Drawing the overscan of a phone's window at once would keep it from responding to touch. */
const STEPS = 5;

/**
 * Once the pictures in the window, if any, are painted, draws the overscan and then loads the code of the preview. Earlier, both
 * would compete for bandwidth and rendering time; later, a pressed photo would wait for the code, and would not open offline.
 * A browser set to save data loads the code only when a photo is pressed.
 */
export function useOverscan(
  engine: GridEngine,
  elementRef: RefObject<HTMLElement | null>,
  isDrawn: boolean,
): void {
  const router = useRouter();
  useEffect(() => {
    if (!isDrawn) return;
    const stopped = new AbortController();
    const pictures = Array.from(elementRef.current?.querySelectorAll('img') ?? [], seen);
    const draw = async () => {
      await Promise.race([Promise.all(pictures), pause(LONGEST_WAIT_MS)]);
      for (let step = 1; step <= STEPS && !stopped.signal.aborted; step++) {
        await nextFrame();
        engine.expandOverscan(step / STEPS);
      }
      if (savesData()) return;
      await whenIdle(async () => {
        const opens = elementRef.current?.querySelector('a')?.pathname;
        if (opens && !stopped.signal.aborted) await router.preloadRoute({ to: opens });
      });
    };
    void draw();
    return () => stopped.abort();
  }, [engine, elementRef, isDrawn, router]);
}

/** Resolves when a picture can be painted, or has failed. */
const seen = (image: HTMLImageElement) => image.decode().catch(() => {});

/** Resolves when a frame has been painted; in a hidden page, once it is visible again. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
