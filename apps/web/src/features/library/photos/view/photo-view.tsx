import type { Photo } from '@keepsake/contracts';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { ChosenPhotos, PhotoAction } from '#/shared/extension-points.ts';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import type { GridEngine } from '../grid/grid-engine.ts';
import { PhotoGrid } from '../grid/photo-grid.tsx';
import { usePruneSelection } from '../selection/use-prune-selection.ts';
import { useSelection, type ViewSelection } from '../selection/use-selection.ts';
import type { GridSection } from '../store/grid-sections.ts';
import type { PhotoSource, SourceSection } from '../store/photo-source.ts';
import { useFreshPhotos } from '../store/use-fresh-photos.ts';
import { GridShortcuts } from './grid-shortcuts.tsx';
import classes from './photo-view.module.css';
import { ReturnToViewed } from './return-to-viewed.tsx';
import { ScrollMemory } from './scroll-memory.tsx';
import { usePhotoGrid } from './use-photo-grid.ts';
import { useWaysToSelect } from './use-ways-to-select.ts';
import { ViewHeader, WholeViewButton } from './view-header.tsx';
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
  const { store, gridSections, onView } = usePhotoGrid({
    ...photos,
    sections,
    opened: photos.opened ?? EVERY_SECTION,
  });
  const selection = useSelection({ view, sourceKey: source.key, photos: store, gridSections });
  const asking = useActionToConfirm(selection);
  const viewRef = useRef<HTMLDivElement>(null);
  useFreshPhotos(store);
  usePruneSelection({ selection, photos: store, sourceKey: source.key, sections: photos.sections });
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
          onView={onView}
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

/** The photos of a view; the same objects from render to render while nothing changes. */
type ViewPhotos = {
  /** 'timeline', or names an album: photos, selection and place are kept under it. */
  view: string;
  source: PhotoSource;
  /** Missing while they are on their way. */
  sections: readonly SourceSection[] | undefined;
  /** Sections shown whole; without it all are. */
  opened?: ReadonlySet<string>;
  /** Of an album: what is being taken out of it is hidden here, too. */
  albumId?: string;
  /** Of a shared album: which one, and whose a photo is. */
  sharedAlbumId?: string;
  ownerOf?: ChosenPhotos['ownerOf'];
};

const SelectionBar = lazy(() => import('./selection-bar.tsx'));

type SelectionActionsProps = {
  photos: ViewPhotos;
  gridSections: readonly GridSection[];
  selection: ViewSelection;
  actions: readonly PhotoAction[];
  asking: ReturnType<typeof useActionToConfirm>;
};

/** The bar of a view, with what the view knows of its photos. */
function SelectionActions({ photos, gridSections, selection, actions, asking }: SelectionActionsProps) {
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

type ViewFailureProps = {
  sections: readonly GridSection[];
  message: string;
  onRetry: (sectionKey: string) => void;
};

/** Says that photos of a source without headings could not be loaded. */
function ViewFailure({ sections, message, onRetry }: ViewFailureProps) {
  const failed = sections.find(({ hasFailed }) => hasFailed);
  return failed ? <ErrorState message={message} onRetry={() => onRetry(failed.key)} /> : null;
}

type Key = PhotoAction['key'];

/** Which action the bar asks about; none any more once selecting has ended. */
function useActionToConfirm({ selection: { isSelecting }, controller }: ViewSelection) {
  const [asked, ask] = useState<Key | null>(null);
  useEffect(() => {
    if (!isSelecting) ask(null);
  }, [isSelecting]);
  return {
    asked,
    ask,
    /** Selects all photos of the view and asks about them. */
    askForAll(key: Key): void {
      controller.begin();
      ask(key);
      void controller.selectAll();
    },
  };
}
