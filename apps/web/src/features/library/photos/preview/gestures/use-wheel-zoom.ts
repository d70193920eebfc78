import { type RefObject, useEffect, useEffectEvent } from 'react';
import { fromCentre } from './stage-measures.ts';
import { type Frame, type Zoom, zoomTo } from './zoom.ts';

/** Pixels of a wheel for a doubled scale. */
const WHEEL_DOUBLING = 400;

/** The wheel, and two fingers on a trackpad, zoom at the pointer; the page itself never zooms by it. */
export function useWheelZoom(
  stageRef: RefObject<HTMLElement | null>,
  zoomBy: (change: (zoom: Zoom, frame: Frame) => Zoom) => void,
  photoId: string | undefined,
): void {
  const onWheel = useEffectEvent((stage: HTMLElement, event: WheelEvent) => {
    event.preventDefault();
    const at = fromCentre(stage, event);
    const factor = 2 ** (-event.deltaY / (event.ctrlKey ? WHEEL_DOUBLING / 4 : WHEEL_DOUBLING));
    zoomBy((zoom, frame) => zoomTo(zoom, zoom.scale * factor, at, frame));
    stage.dataset.gesture = 'wheel';
  });
  // The stage is there from the first photo on.
  const hasPhoto = photoId !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const stage = stageRef.current;
    if (!stage) return;
    const listener = (event: WheelEvent) => onWheel(stage, event);
    // A passive listener, as React's own are, could not keep the page from zooming.
    stage.addEventListener('wheel', listener, { passive: false });
    return () => stage.removeEventListener('wheel', listener);
  }, [stageRef, hasPhoto]);
}
