import type { Frame, Point } from './zoom.ts';

/** A point of the window, from the centre of the stage. */
export function fromCentre(
  stage: HTMLElement,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const { left, top, width, height } = stage.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

/** The sizes of the stage and of the photo in it; transforms do not count. */
export function frameOf(stage: HTMLElement): Frame {
  const photo = stage.querySelector<HTMLElement>('[data-current] [data-picture]');
  return {
    stage: { width: stage.clientWidth, height: stage.clientHeight },
    photo: { width: photo?.offsetWidth ?? 0, height: photo?.offsetHeight ?? 0 },
  };
}
