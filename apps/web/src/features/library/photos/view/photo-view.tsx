import type { Photo } from '@keepsake/contracts';
import { type ReactNode, useCallback, useRef } from 'react';
import type { PhotoAction } from '#/shared/extension-points.ts';
import { useFreshPhotos } from '../fresh/use-fresh-photos.ts';
import type { GridEngine } from '../grid/grid-engine.ts';
import type { GridSection } from '../grid/grid-section.ts';
import { PhotoGrid } from '../grid/photo-grid.tsx';
import type { SourceSection } from '../photos/photo-source.ts';
import { usePhotoGrid } from '../photos/use-photo-grid.ts';
import { useAskedAction } from '../selection/bar/use-asked-action.ts';
import { WholeViewButton } from '../selection/bar/whole-view-button.tsx';
import { useLivingSelection } from '../selection/use-living-selection.ts';
import { useSelection } from '../selection/use-selection.ts';
import { GridShortcuts } from '../shortcuts/grid-shortcuts.tsx';
import classes from './photo-view.module.css';
import { ReturnToViewed } from './return-to-viewed.tsx';
import { ScrollMemory } from './scroll-memory.tsx';
import { SelectionActions } from './selection-actions.tsx';
import { useWaysToSelect } from './use-ways-to-select.ts';
import { ViewFailure } from './view-failure.tsx';
import { ViewHeader } from './view-header.tsx';
import type { ViewPhotos } from './view-photos.ts';
import { ViewSkeleton } from './view-skeleton.tsx';

type Props = {
  photos: ViewPhotos;
  /** Heading of a section, or null for a source without headings; the same function from render to render. */
  titleOf: (sectionKey: string) => string | null;
  /** What can be done with selected photos, in the order of the bar. */
  actions: readonly PhotoAction[];
  /** The one of them that is offered for all photos of the view at once, too. */
  wholeAction?: PhotoAction | null;
  /** Address of a photo's preview; without it photos do not open. */
  hrefOf?: (photo: Photo) => string;
  /** The '+N' tile of a section was pressed. */
  onOpen?: (sectionKey: string) => void;
  /** Beside Select, above the photos: sort and the like. */
  controls?: ReactNode;
  /** What is said when photos of a source without headings cannot be loaded. */
  failureMessage?: string;
  /** Selecting is all that the view is for: it begins with it, and this is called when it ends. */
  onLeave?: () => void;
  /** Things that follow the scrolling. */
  children?: (engine: GridEngine, sections: readonly GridSection[]) => ReactNode;
};

/** The photos of any source to look through, to open and to select: timeline, album and shared album alike. */
export function PhotoView({
  photos,
  titleOf,
  actions,
  wholeAction,
  hrefOf,
  onOpen = noOpen,
  controls,
  failureMessage,
  onLeave,
  children,
}: Props) {
  const { view, source, sections = NONE } = photos;
  const { store, gridSections, onSee } = usePhotoGrid({
    ...photos,
    sections,
    opened: photos.opened ?? EVERY_SECTION,
  });
  const selection = useSelection({ view, sourceKey: source.key, photos: store, gridSections });
  const asking = useAskedAction(selection);
  const viewRef = useRef<HTMLDivElement>(null);
  useFreshPhotos(store);
  useLivingSelection({ selection, photos: store, sourceKey: source.key, sections: photos.sections });
  useWaysToSelect(viewRef, { selection, onLeave });
  const draw = useCallback(
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

  return (
    <div ref={viewRef} className={classes.view} data-selecting={selection.selection.isSelecting || undefined}>
      <ViewHeader
        selection={selection}
        total={totalOf(gridSections)}
        controls={
          <>
            {wholeAction && <WholeViewButton action={wholeAction} onPress={asking.askForAll} />}
            {controls}
          </>
        }
      />
      {failureMessage && (
        <ViewFailure sections={gridSections} message={failureMessage} onRetry={store.retry} />
      )}
      {photos.sections ? (
        <PhotoGrid
          key={source.key}
          sections={gridSections}
          titleOf={titleOf}
          onSee={onSee}
          onOpen={onOpen}
          onRetry={store.retry}
          selection={selection.forGrid}
          hrefOf={hrefOf}
        >
          {draw}
        </PhotoGrid>
      ) : (
        <ViewSkeleton />
      )}
      {selection.selection.isSelecting && (
        <SelectionActions
          photos={photos}
          gridSections={gridSections}
          selection={selection}
          actions={actions}
          asking={asking}
        />
      )}
      <GridShortcuts />
    </div>
  );
}

/** A source of few sections shows all of each. */
const EVERY_SECTION: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });
const NONE: readonly SourceSection[] = [];
const noOpen = () => undefined;

const totalOf = (sections: readonly GridSection[]) => sections.reduce((sum, { count }) => sum + count, 0);
