import type { Photo } from '@keepsake/contracts';
import { lazy, Suspense } from 'react';
import type { PhotoAction } from '#/shared/extension-points.ts';
import type { GridSection } from '../grid/grid-section.ts';
import type { useAskedAction } from '../selection/bar/use-asked-action.ts';
import type { ViewSelection } from '../selection/use-selection.ts';
import type { ViewPhotos } from './view-photos.ts';

const SelectionBar = lazy(() => import('../selection/bar/selection-bar.tsx'));

type Props = {
  photos: ViewPhotos;
  gridSections: readonly GridSection[];
  selection: ViewSelection;
  actions: readonly PhotoAction[];
  asking: ReturnType<typeof useAskedAction>;
};

/** The bar of a view, with what the view knows of its photos. */
export function SelectionActions({ photos, gridSections, selection, actions, asking }: Props) {
  const { ownerOf, sharedAlbumId } = photos;
  return (
    <Suspense fallback={null}>
      <SelectionBar
        selection={selection}
        actions={actions}
        asked={asking.asked}
        onAsk={asking.ask}
        context={{ ownerOf, sharedAlbumId, photoOf: (photoId) => findPhoto(gridSections, photoId) }}
        onDone={selection.controller.endOf}
      />
    </Suspense>
  );
}

function findPhoto(sections: readonly GridSection[], photoId: string): Photo | undefined {
  for (const { photos } of sections) {
    const found = photos.find((photo) => photo?.imageId === photoId);
    if (found) return found;
  }
  return undefined;
}
