import { useEffect, useRef, useState } from 'react';
import { PhotosIcon } from '#/shared/ui/icons/icons.tsx';
import { drawThumbnail } from './draw-thumbnail.ts';
import classes from './item-row.module.css';

/** A small picture of a file on this device; a drawing for what the browser cannot show, such as HEIC. */
export function ItemThumbnail({ file }: { file: File | undefined }) {
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
      {!isDrawn && <PhotosIcon size={20} />}
      <canvas ref={canvas} width={0} height={0} hidden={!isDrawn} />
    </span>
  );
}
