import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PhotosIcon } from '#/shared/ui/icons.tsx';
import { drawThumbnail } from './draw-thumbnail.ts';
import classes from './item-row.module.css';

type Props = {
  file: File | undefined;
  /** Stands where the browser cannot show the file, as with HEIC, or has none; else a drawing does. */
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
