import type { Photo } from '@keepsake/contracts/library/photos';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ChosenPhotos, PhotoAction } from '#/features/library/photo-view/index.ts';
import type { PreviewAddress } from './use-preview-address.ts';

type Options = { photo: Photo | undefined; address: PreviewAddress; sharedAlbumId: string | undefined };

/** Starts an action for the current photo; if that removes the photo, moves on to its replacement [PRV-06]. */
export function useStartAction({ photo, address: { shownId, show }, sharedAlbumId }: Options) {
  const moveOn = useEffectEvent(() => {
    if (photo && photo.imageId !== shownId) show(photo.imageId);
  });
  const done = useRef(0);
  const [finished, setFinished] = useState(0);
  useEffect(() => {
    if (finished > 0) moveOn();
  }, [finished]);
  return (action: PhotoAction) => {
    if (!photo) return;
    const chosen = chosenOf(photo, sharedAlbumId);
    if (action.disabledReason(chosen)) return;
    action.start(chosen, () => setFinished(++done.current));
  };
}

/** The photo of a preview in the form actions expect. */
export function chosenOf(photo: Photo, sharedAlbumId: string | undefined): ChosenPhotos {
  const { imageId, ownerId } = photo;
  return {
    photoIds: [imageId],
    photoOf: (photoId) => (photoId === imageId ? photo : undefined),
    ...(ownerId && { ownerOf: () => ownerId }),
    ...(sharedAlbumId && { sharedAlbumId }),
  };
}
