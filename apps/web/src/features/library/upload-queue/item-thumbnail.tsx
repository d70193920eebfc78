import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PhotosIcon } from '#/shared/ui/icons.tsx';
import classes from '#/shared/ui/item-row.module.css';

type Props = {
  file: File | undefined;
  /** Shown if the browser has no file or cannot display it, as with HEIC; an icon by default. */
  instead?: ReactNode;
};

/** A small picture of a file on this device. */
export function ItemThumbnail({ file, instead = <PhotosIcon size={20} /> }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!file || !canvas.current) return;
    const unseen = new AbortController();
    drawThumbnail(file, canvas.current, unseen.signal).then(setDrawn);
    return () => unseen.abort();
  }, [file]);
  return (
    <span className={classes.thumbnail}>
      {!isDrawn && instead}
      <canvas ref={canvas} width={0} height={0} hidden={!isDrawn} />
    </span>
  );
}

/** Edge of a thumbnail in pixels, for dense screens. */
const EDGE = 96;
/** Larger files are not worth decoding for a picture this small. */
const DRAWN_BYTES = 40 * 1024 ** 2;

/** Decodes one picture at a time, because each takes tens of megabytes. */
let turn: Promise<unknown> = Promise.resolve();

/** Draws the centre of a picture and returns whether that worked. Skipped if the signal aborts before its turn. */
function drawThumbnail(file: File, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<boolean> {
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
