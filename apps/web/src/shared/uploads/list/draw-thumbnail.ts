/** Edge of a thumbnail in pixels, for dense screens. */
const EDGE = 96;
/** Larger files are not decoded for a picture of this size. */
const DRAWN_BYTES = 40 * 1024 ** 2;

/** Pictures are decoded one after the other: each takes tens of megabytes while it is. */
let turn: Promise<unknown> = Promise.resolve();

/** Draws the middle of a picture; true if it could be. Skipped when the signal aborts before its turn. */
export function drawThumbnail(file: File, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<boolean> {
  const drawn = turn.then(async () => {
    if (signal.aborted || file.size > DRAWN_BYTES) return false;
    try {
      using picture = disposable(
        await createImageBitmap(file, { resizeWidth: EDGE * 2, resizeQuality: 'low' }),
      );
      return !signal.aborted && drawMiddle(picture.bitmap, canvas);
    } catch {
      return false;
    }
  });
  turn = drawn;
  return drawn;
}

function drawMiddle(bitmap: ImageBitmap, canvas: HTMLCanvasElement): boolean {
  const edge = Math.min(bitmap.width, bitmap.height);
  canvas.width = EDGE;
  canvas.height = EDGE;
  const [left, top] = [(bitmap.width - edge) / 2, (bitmap.height - edge) / 2];
  canvas.getContext('2d')?.drawImage(bitmap, left, top, edge, edge, 0, 0, EDGE, EDGE);
  return true;
}

function disposable(bitmap: ImageBitmap) {
  return { bitmap, [Symbol.dispose]: () => bitmap.close() };
}
