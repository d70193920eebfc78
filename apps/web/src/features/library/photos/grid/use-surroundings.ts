import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';
import { pause } from '#/shared/api/retry.ts';
import { whenIdle } from '#/shared/when-idle.ts';
import type { GridEngine } from './grid-engine.ts';

/** A picture that takes longer holds nothing up any more, in milliseconds. */
const LONGEST_WAIT_MS = 1_500;
/** Drawn at once, what is around a phone's window would keep it from answering a thumb. */
const STEPS = 5;

/**
 * Once the pictures in the window are seen, draws what is around it, and then asks for the code of the page that photos open
 * in: sooner, they would share a slow line and the time to draw; later, a photo that is pressed would wait for it, and would
 * not open without a network.
 */
export function useSurroundings(
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
        engine.surround(step / STEPS);
      }
      await whenIdle(async () => {
        const opens = elementRef.current?.querySelector('a')?.pathname;
        if (opens && !stopped.signal.aborted) await router.preloadRoute({ to: opens });
      });
    };
    void draw();
    return () => stopped.abort();
  }, [engine, elementRef, isDrawn, router]);
}

/** Resolves when a picture can be painted, or will not come. */
const seen = (image: HTMLImageElement) => image.decode().catch(() => {});

/** Resolves when a frame has been painted: in a hidden page, once it is seen again. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
