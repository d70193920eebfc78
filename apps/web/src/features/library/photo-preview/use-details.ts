import { getPhotoDetails } from '@keepsake/contracts/library/photo-details';
import type { Photo } from '@keepsake/contracts/library/photos';
import { getSharedPhotoDetails } from '@keepsake/contracts/library/shared-albums';
import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';
import { call } from '#/shared/api/call.ts';
import { onlyIf } from '#/shared/push.ts';
import { createStoredValue } from '#/shared/storage.ts';
import { useLayer } from '#/shared/ui/layers.ts';
import { useHasRoomBeside } from './use-room.ts';

/** The photo whose details are shown, and the available action. */
export type DetailsProps = {
  photo: Photo;
  sharedAlbumId: string | undefined;
  /** Orders prints, if available. */
  print: { action: PhotoAction; onStart: () => void } | undefined;
  /** Changes its date, if that is possible. */
  onChangeDate?: (() => void) | undefined;
};

/** Beside the photo, the details stay open across visits. */
const openBeside = createStoredValue({
  key: 'preview:details',
  parse: (saved) => saved === 'open',
  format: (isOpen) => (isOpen ? 'open' : 'closed'),
});

export type DetailsPanel = { isOpen: boolean; isBeside: boolean; toggle: () => void };

/**
 * Whether the details of photos are open. As a bottom sheet covering half a phone, they only open on request. They are a layer
 * over the photo, which Escape and Back close; those that stayed open since another visit Back leaves with the page.
 */
export function useDetailsPanel({ hasDetails }: { hasDetails: boolean }): DetailsPanel {
  const isBeside = useHasRoomBeside();
  const isOpenBeside = openBeside.use();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isOpenedHere, setOpenedHere] = useState(false);
  const isOpen = isBeside ? isOpenBeside : isSheetOpen;
  function toggle() {
    setOpenedHere(!isOpen);
    if (isBeside) openBeside.set(!isOpen);
    else setSheetOpen(!isOpen);
  }
  const isBackElsewhere = isBeside && !isOpenedHere;
  useLayer(hasDetails && isOpen, { kind: 'mode', onLeave: toggle, isBackElsewhere });
  return { isBeside, isOpen, toggle };
}

/** The details of a photo; in a shared album only what its file says. */
function detailsQuery({ imageId: photoId, ownerId }: Photo, albumId: string | undefined) {
  const isShared = albumId !== undefined && ownerId !== undefined;
  return queryOptions({
    queryKey: [isShared ? 'SharedAlbums' : 'Albums', 'details', photoId],
    meta: {
      action: 'LOAD_PHOTO_DETAILS',
      concerns: onlyIf(
        'photos-changed',
        ({ data: { photoIds } }) => photoIds.length === 0 || photoIds.includes(photoId),
      ),
    },
    queryFn: async ({ signal }) => {
      if (!isShared) return await call(getPhotoDetails, { params: { photoId } }, { signal });
      const description = await call(
        getSharedPhotoDetails,
        { params: { albumId, ownerId, photoId } },
        { signal },
      );
      return {
        ...description,
        albums: null,
        albumsCount: 0,
        orders: null,
        ordersCount: 0,
        corrected: undefined,
      };
    },
  });
}

/** Delay before details are requested, in milliseconds: a customer who moves on immediately has not read them. */
const SETTLED_MS = 150;

/** The details of the current photo, kept up to date. */
export function useDetails(photo: Photo, sharedAlbumId: string | undefined) {
  const { imageId } = photo;
  const [settledId] = useDebouncedValue(imageId, SETTLED_MS);
  const query = detailsQuery(photo, sharedAlbumId);
  const { data: details, error, refetch } = useQuery({ ...query, enabled: settledId === imageId });
  return { details, error, retry: () => void refetch() };
}
