import { useEffect, useEffectEvent, useState } from 'react';
import { createKeepAwake } from '#/shared/keep-awake.ts';
import { listenTo } from '#/shared/signal.ts';
import { useIsDialogOpen, useLayer } from '#/shared/ui/layers.ts';
import type { PreviewSequence } from './sequence/preview-sequence.ts';

/** How long a photo is shown, once its picture is there, in milliseconds. */
const SLIDE_MS = 5_000;

export type Slideshow = {
  state: 'off' | 'playing' | 'paused';
  start: () => void;
  togglePause: () => void;
  end: () => void;
};

type Options = {
  sequence: Pick<PreviewSequence, 'photo' | 'next'>;
  /** Whether the picture of its photo is shown, or there is none to wait for. */
  isReady: boolean;
  /** Whether the photo is being looked at more closely. */
  isHeld: boolean;
  step: (direction: 1) => void;
};

/**
 * Shows one photo after the other, on the whole screen where the browser has it, and keeps the screen on. A layer of the page, which
 * Back and Escape leave; waits while a dialog is open.
 */
export function useSlideshow({ sequence, isReady, isHeld, step }: Options): Slideshow {
  const photoId = sequence.photo?.imageId;
  const isLast = sequence.next === null;
  const [state, setState] = useState<Slideshow['state']>('off');
  const isOn = state !== 'off';
  const end = () => setState('off');
  const isCovered = useIsDialogOpen();
  const isRunning = state === 'playing' && isReady && !isHeld && !isCovered;
  const advance = useEffectEvent(() => (isLast ? end() : step(1)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each photo has the whole time
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => advance(), SLIDE_MS);
    return () => clearTimeout(timer);
  }, [isRunning, photoId]);
  useLayer(isOn, { kind: 'mode', onLeave: end });
  useFullScreen(isOn, end);
  useScreenOn(state === 'playing');
  useReturnOfFocus(isOn);
  return {
    state,
    start: () => setState('playing'),
    togglePause: () => setState((before) => (before === 'playing' ? 'paused' : 'playing')),
    end,
  };
}

/** Fills the screen, or the window where the browser refuses it. Whoever leaves it by the browser's own ways ends the slideshow. */
function useFullScreen(isOn: boolean, onLeft: () => void): void {
  const leave = useEffectEvent(onLeft);
  useEffect(() => {
    if (!isOn) return;
    // Refused on iPhones, and where a window may not fill the screen.
    const entering = document.documentElement.requestFullscreen?.().catch(() => undefined);
    const ignore = listenTo(document, 'fullscreenchange', () => {
      if (!document.fullscreenElement) leave();
    });
    return () => {
      ignore();
      void Promise.resolve(entering).then(() => document.fullscreenElement && document.exitFullscreen());
    };
  }, [isOn]);
}

let keepAwake: ReturnType<typeof createKeepAwake> | undefined;

function useScreenOn(isPlaying: boolean): void {
  useEffect(() => {
    if (!isPlaying) return;
    keepAwake ??= createKeepAwake();
    keepAwake(true);
    return () => keepAwake?.(false);
  }, [isPlaying]);
}

/** To the preview: what started it was gone meanwhile. */
function useReturnOfFocus(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    return () => {
      document.querySelector<HTMLElement>('main[data-preview]')?.focus({ preventScroll: true });
    };
  }, [isOn]);
}
