import type { Photo } from '@keepsake/contracts';
import { type PointerEventHandler, type RefObject, useState } from 'react';
import { useDescribePhoto } from '../grid/use-describe-photo.ts';
import { PhotoPicture } from './photo-picture.tsx';
import { useFetchAhead } from './picture-source.ts';
import type { PreviewSequence } from './sequence/preview-sequence.ts';
import classes from './stage.module.css';

type Props = {
  stageRef: RefObject<HTMLDivElement | null>;
  sequence: PreviewSequence;
  handlers: Record<
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
    PointerEventHandler<HTMLElement>
  >;
};

/** The photo between its neighbours, which are ready beside it with decoded pictures. */
export function Stage({ stageRef, sequence, handlers }: Props) {
  const { photo, previous, next, beyond } = sequence;
  const describe = useDescribePhoto();
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  // Neighbours wait until the shown photo has loaded.
  const isSettled = photo !== undefined && (settled.has(photo.imageId) || photo.thumbnailState !== 'success');
  useFetchAhead(beyond, isSettled);
  const settle = (photoId: string) => setSettled((before) => new Set(before).add(photoId));

  return (
    <div ref={stageRef} className={classes.stage} data-gesture="none" {...handlers}>
      <div className={classes.track}>
        {slidesOf(previous, photo, next).map(({ photo: one, side }) => (
          <div
            key={one.imageId}
            className={classes.slide}
            style={{ '--side': side }}
            data-current={side === 0 || undefined}
            inert={side !== 0}
          >
            <PhotoPicture
              photo={one}
              alt={side === 0 ? describe(one) : ''}
              mayLoad={side === 0 || isSettled}
              onSettled={settle}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

function slidesOf(...photos: (Photo | null | undefined)[]) {
  const seen = new Set<string>();
  return photos.flatMap((photo, index) => {
    if (!photo || seen.has(photo.imageId)) return [];
    seen.add(photo.imageId);
    return [{ photo, side: index - 1 }];
  });
}
