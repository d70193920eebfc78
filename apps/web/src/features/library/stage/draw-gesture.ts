import type { Gesture } from './gesture.ts';
import { type Frame, MIN_SCALE, type Point } from './zoom.ts';

/** Gap between neighbouring photos, in pixels; must match the style sheet. */
export const SLIDE_GAP = 24;

/** Draws a gesture by setting a few custom properties of the stage, without rendering. */
export function drawGesture(stage: HTMLElement, { kind, offset, zoom }: Gesture): void {
  const { style, dataset } = stage;
  style.setProperty('--offset-x', `${offset.x}px`);
  style.setProperty('--offset-y', `${offset.y}px`);
  style.setProperty('--zoom', String(zoom.scale));
  style.setProperty('--zoom-x', `${zoom.x}px`);
  style.setProperty('--zoom-y', `${zoom.y}px`);
  dataset.zoomed = String(zoom.scale > MIN_SCALE);
  dataset.gesture = kind;
}

/** Opacity of the background while a photo is dragged down. */
export function backgroundAt(offsetY: number, stageHeight: number): number {
  return offsetY > 0 ? Math.max(0.25, 1 - offsetY / Math.max(1, stageHeight)) : 1;
}

/** Resolves once all animations of the stage have finished. */
export async function atRest(stage: HTMLElement): Promise<void> {
  const moving = stage.getAnimations?.({ subtree: true }) ?? [];
  // One that is cancelled moves no more either.
  await Promise.allSettled(moving.map(({ finished }) => finished));
}

/** A point of the viewport, measured from the centre of the stage. */
export function fromCentre(
  stage: HTMLElement,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const { left, top, width, height } = stage.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

/** The sizes of the stage and of its photo, without transforms. */
export function frameOf(stage: HTMLElement): Frame {
  const photo = stage.querySelector<HTMLElement>('[data-current] [data-picture]');
  return {
    stage: { width: stage.clientWidth, height: stage.clientHeight },
    photo: { width: photo?.offsetWidth ?? 0, height: photo?.offsetHeight ?? 0 },
  };
}
