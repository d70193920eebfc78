import { BREAKPOINTS } from '@keepsake/contracts/platform/limits';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import {
  type GridEngine,
  type HrefOf,
  PhotoGrid,
  usePruneSelection,
  useSelection,
  type ViewSelection,
  ViewSkeleton,
} from '#/features/library/photo-grid/index.ts';
import {
  type GridSection,
  type PhotoStore,
  type TitleOf,
  useFreshPhotos,
} from '#/features/library/photo-store/index.ts';
import { useMedia } from '#/shared/layout.ts';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { useLayer } from '#/shared/ui/layers.ts';
import { QuietButton } from '#/shared/ui/quiet-button.tsx';
import { useGridShortcuts } from './grid-shortcuts.ts';
import type { PhotoAction } from './photo-action.ts';
import classes from './photo-view.module.css';
import { ReturnToViewed } from './return-to-viewed.tsx';
import { ScrollMemory } from './scroll-memory.tsx';
import type { Selected } from './selection-bar.tsx';
import { usePhotoGrid, type ViewPhotos } from './use-photo-grid.ts';
import { useWaysToSelect } from './use-ways-to-select.ts';
import { ViewHeader, WholeViewButton } from './view-header.tsx';

type Props = {
  photos: ViewPhotos;
  /** Must be a stable function. */
  titleOf: TitleOf;
  /** Draws the bar of actions for selected photos, also while none are being selected. */
  drawBar: (selected: Selected) => ReactNode;
  /** One of its actions, also offered for all photos of the view at once. */
  wholeAction?: PhotoAction | null;
  /** If absent, photos cannot be opened. */
  hrefOf?: HrefOf;
  /** The '+N' tile of a section was pressed. */
  onOpen?: (sectionKey: string) => void;
  /** Beside Select, above the photos, such as the sort. */
  controls?: ReactNode;
  /** Contents of a menu before those. On phones, which have one row, it also holds the action for all photos. */
  menu?: ReactNode;
  /** Shown when photos of a source without headings cannot be loaded. */
  failureMessage?: string;
  /** Turns the view into a picker: draws what starts and ends selecting. */
  picking?: (selection: ViewSelection) => ReactNode;
  /** Contents that follow the scrolling. */
  children?: (engine: GridEngine, sections: readonly GridSection[]) => ReactNode;
};

/** Photos of any source to browse, open and select: timeline, album or shared album. */
export function PhotoView(props: Props) {
  const { photos, titleOf, drawBar, hrefOf, onOpen = noOpen } = props;
  const { viewRef, store, gridSections, onView, selection, confirmation } = usePhotos(props);
  const followers = useFollowers(props, { store, gridSections, onOpen });
  const failed = props.failureMessage && gridSections.find(({ hasFailed }) => hasFailed);
  return (
    <div ref={viewRef} className={classes.view} data-selecting={selection.selection.isSelecting || undefined}>
      <ViewHeader selection={selection} total={totalOf(gridSections)}>
        <Controls {...props} onWhole={confirmation.askForAll} />
      </ViewHeader>
      {failed && (
        <div data-heals>
          <ErrorState message={props.failureMessage} onRetry={() => store.retry(failed.key)} />
        </div>
      )}
      {photos.sections ? (
        <PhotoGrid
          key={photos.source.key}
          sections={gridSections}
          titleOf={titleOf}
          onView={onView}
          onOpen={onOpen}
          onRetry={store.retry}
          selection={selection.forGrid}
          hrefOf={hrefOf}
        >
          {followers}
        </PhotoGrid>
      ) : (
        <ViewSkeleton />
      )}
      {props.picking?.(selection)}
      {drawBar({ selection, confirmation, photos, sections: gridSections })}
    </div>
  );
}

type ControlsProps = Pick<Props, 'wholeAction' | 'controls' | 'menu'> & { onWhole: (key: ActionKey) => void };

function Controls({ wholeAction, controls, menu, onWhole }: ControlsProps) {
  const isPhone = !useMedia(`(min-width: ${BREAKPOINTS.medium}px)`);
  if (!menu || !isPhone)
    return (
      <>
        {menu && <MoreMenu>{menu}</MoreMenu>}
        {controls}
        {wholeAction && <WholeViewButton action={wholeAction} onPress={onWhole} />}
      </>
    );
  return (
    <>
      <MoreMenu>
        {wholeAction && (
          <QuietButton
            icon={wholeAction.icon}
            label={wholeAction.label}
            onPress={() => onWhole(wholeAction.key)}
          />
        )}
        {menu}
      </MoreMenu>
      {controls}
    </>
  );
}

/** The photos of the view and their selection, both kept up to date. */
function usePhotos({ photos, picking }: Props) {
  const { view, sections, source } = photos;
  const sourceKey = source.key;
  const viewRef = useRef<HTMLDivElement>(null);
  const { store, gridSections, onView } = usePhotoGrid(photos);
  const selection = useSelection({ view, sourceKey, photos: store, gridSections });
  useFreshPhotos(store);
  usePruneSelection({ selection, photos: store, source, sections });
  useGridShortcuts();
  useWaysToSelect(viewRef, { selection, isPicker: picking !== undefined });
  // After the layer of selecting, on which its own lies.
  const confirmation = useConfirmation(selection);
  return { viewRef, store, gridSections, onView, selection, confirmation };
}

const MoreMenu = lazyPart(() => import('#/shared/ui/more-menu.tsx'));
const noOpen = () => undefined;
const totalOf = (sections: readonly GridSection[]) => sections.reduce((sum, { count }) => sum + count, 0);

type Loaded = {
  store: PhotoStore;
  gridSections: readonly GridSection[];
  onOpen: (sectionKey: string) => void;
};

/** Contents that follow the scrolling of the grid; a stable function while nothing changes. */
function useFollowers({ photos: { view }, children }: Props, { store, gridSections, onOpen }: Loaded) {
  return useCallback(
    (engine: GridEngine) => (
      <>
        <ScrollMemory engine={engine} view={view} />
        <ReturnToViewed
          engine={engine}
          view={view}
          sections={gridSections}
          pages={store.getState()}
          onOpen={onOpen}
        />
        {children?.(engine, gridSections)}
      </>
    ),
    [view, children, gridSections, store, onOpen],
  );
}

type ActionKey = PhotoAction['key'];

/** The action to be confirmed in the bar, which Escape and Back leave first; reset when selecting ends. */
function useConfirmation({ selection: { isSelecting }, controller }: ViewSelection) {
  const [requested, ask] = useState<ActionKey | null>(null);
  useLayer(isSelecting && requested !== null, { kind: 'mode', onLeave: () => ask(null) });
  useEffect(() => {
    if (!isSelecting) ask(null);
  }, [isSelecting]);
  return {
    requested,
    ask,
    /** Selects all photos of the view and asks for confirmation. */
    askForAll(key: ActionKey): void {
      controller.begin();
      ask(key);
      void controller.selectAll();
    },
  };
}
