import { type Selected, SelectionBar } from '#/features/library/photo-view/index.ts';
import { useSameMomentAction } from '#/features/library/same-moment/index.ts';
import { useTurnSelectionAction } from '#/features/library/turns/index.ts';
import { useLibraryActions } from '../../-library-actions.ts';

type Props = {
  /** The timeline shows favourites alone. */
  areAllFavourites: boolean;
  selected: Selected;
};

/** The bar of selected photos of the library. Always mounted: an action may go on after the selection has ended. */
export default function LibraryBar({ areAllFavourites, selected }: Props) {
  const actions = [...useLibraryActions(areAllFavourites), useTurnSelectionAction(), useSameMomentAction()];
  return <SelectionBar {...selected} actions={actions} />;
}
