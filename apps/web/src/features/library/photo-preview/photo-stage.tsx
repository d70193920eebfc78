import type { Photo } from '@keepsake/contracts/library/photos';
import { type ComponentProps, useState } from 'react';
import { useDescribePhoto } from '#/features/library/photo-grid/index.ts';
import { Stage, useFetchAhead } from '#/features/library/stage/index.ts';
import { PhotoPicture, pictureOf } from './photo-picture.tsx';
import type { PreviewSequence } from './sequence/preview-sequence.ts';

type Props = Pick<ComponentProps<typeof Stage>, 'stageRef' | 'handlers'> & {
  sequence: PreviewSequence;
  pictures: Pictures;
};

type Pictures = {
  /** Whether the current photo has its picture, or has none to wait for. */
  isSettled: boolean;
  settle: (photoId: string) => void;
};

/** Which pictures have loaded or failed. */
export function usePictures(photo: Photo | undefined): Pictures {
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  return {
    isSettled: photo !== undefined && (settled.has(photo.imageId) || photo.thumbnailState !== 'success'),
    settle: (photoId) => setSettled((before) => new Set(before).add(photoId)),
  };
}

/** The photo between its neighbours, which are rendered beside it with decoded pictures. */
export function PhotoStage({ stageRef, sequence, handlers, pictures: { isSettled, settle } }: Props) {
  const { photo, previous, next, beyond } = sequence;
  const describe = useDescribePhoto();
  // Neighbours wait until the current photo has loaded.
  useFetchAhead(
    beyond.flatMap((one) => pictureOf(one) ?? []),
    isSettled,
  );
  const slides = slidesOf(previous, photo, next).map(({ photo: one, side }) => ({
    key: one.imageId,
    side,
    content: (
      <PhotoPicture
        // A turned one has another shape: what was shown before would be drawn into it.
        key={one.turn ?? 0}
        photo={one}
        alt={side === 0 ? describe(one) : ''}
        mayLoad={side === 0 || isSettled}
        onSettled={settle}
      />
    ),
  }));
  return <Stage stageRef={stageRef} handlers={handlers} slides={slides} />;
}

const SIDES = [-1, 0, 1] as const;

function slidesOf(...photos: (Photo | null | undefined)[]) {
  const seen = new Set<string>();
  return SIDES.flatMap((side) => {
    const photo = photos[side + 1];
    if (!photo || seen.has(photo.imageId)) return [];
    seen.add(photo.imageId);
    return [{ photo, side }];
  });
}
