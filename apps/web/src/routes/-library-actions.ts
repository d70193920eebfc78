import { usePrintOrderAction } from '#/features/creations/print-orders/index.ts';
import { useCopyToAlbumAction } from '#/features/library/albums/index.ts';
import { useChangeDateAction } from '#/features/library/dates/index.ts';
import { useDeleteAction } from '#/features/library/deletion/index.ts';
import { useDownloadAction, useShareAction } from '#/features/library/downloads/index.ts';
import { useFavouriteAction } from '#/features/library/favourites/index.ts';
import type { PhotoAction } from '#/features/library/photo-view/index.ts';

/**
 * Actions for photos of the library, in the order of the bar and of the preview [TL-16..TL-19, PRV-03..PRV-05].
 * `areAllFavourites`: only favourites are shown.
 */
export function useLibraryActions(areAllFavourites = false): PhotoAction[] {
  const actions = [
    usePrintOrderAction(),
    useDownloadAction(),
    ...useShareAction(),
    useCopyToAlbumAction(),
    useChangeDateAction(),
    useFavouriteAction(areAllFavourites),
    useDeleteAction(),
  ];
  return actions.filter((action) => action !== null);
}
