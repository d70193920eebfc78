/** Zoom range of the preview [PRV-15]. */
export const MIN_SCALE = 1;
export const MAX_SCALE = 2.5;

export type Point = { x: number; y: number };
export type Size = { width: number; height: number };

/** Transform of the photo: scaled about the centre of the stage, then moved, in pixels. */
export type Zoom = { scale: number; x: number; y: number };

/** Sizes of the stage, and of the photo in it at scale 1. */
export type Frame = { stage: Size; photo: Size };

export const UNZOOMED: Zoom = { scale: MIN_SCALE, x: 0, y: 0 };

const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));

/** Limits the scale, and the offset so that no edge of an enlarged photo comes inside the stage. */
function bounded({ scale, x, y }: Zoom, { stage, photo }: Frame): Zoom {
  const stored = Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
  return {
    scale: stored,
    x: clamp(x, Math.max(0, (photo.width * stored - stage.width) / 2)),
    y: clamp(y, Math.max(0, (photo.height * stored - stage.height) / 2)),
  };
}

/** Zooms around a point, measured from the centre of the stage. */
export function zoomTo(zoom: Zoom, scale: number, at: Point, frame: Frame): Zoom {
  const stored = Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
  const growth = stored / zoom.scale;
  return bounded(
    { scale: stored, x: at.x - (at.x - zoom.x) * growth, y: at.y - (at.y - zoom.y) * growth },
    frame,
  );
}

/** Moves a zoomed photo as far as its edges allow. */
export function panBy(zoom: Zoom, by: Point, frame: Frame): Zoom {
  return bounded({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, frame);
}

/** Zooms in fully at a point, or back out. */
export function toggleZoom(zoom: Zoom, at: Point, frame: Frame): Zoom {
  return zoom.scale > MIN_SCALE ? UNZOOMED : zoomTo(zoom, MAX_SCALE, at, frame);
}
