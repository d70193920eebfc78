import type { Photo } from '@keepsake/contracts';
import { lazy, type ReactNode, Suspense, useCallback, useRef } from 'react';
import type { ChosenPhotos, PhotoAction } from '#/shared/photo-actions/photo-action.ts';
import { ErrorState } from '#/shared/ui/states/error-state.tsx';
import { useFreshPhotos } from '../fresh/use-fresh-photos.ts';
import type { GridEngine } from '../grid/grid-engine.ts';
import type { GridSection } from '../grid/grid-section.ts';
import { PhotoGrid } from '../grid/photo-grid.tsx';
import type { PhotoSource, SourceSection } from '../photos/photo-source.ts';
import { usePhotoGrid } from '../photos/use-photo-grid.ts';
import { useAskedAction } from '../selection/bar/use-asked-action.ts';
import { WholeViewButton } from '../selection/bar/whole-view-button.tsx';
import { useTouchSelection } from '../selection/touch/use-touch-selection.ts';
import { useLivingSelection } from '../selection/use-living-selection.ts';
import { usePicking } from '../selection/use-picking.ts';
import { useSelection } from '../selection/use-selection.ts';
import { useSelectionKeys } from '../selection/use-selection-keys.ts';
import classes from './photo-view.module.css';
import { ReturnToViewed } from './return-to-viewed.tsx';
import { ScrollMemory } from './scroll-memory.tsx';
import { ViewHeader } from './view-header.tsx';
import { ViewSkeleton } from './view-skeleton.tsx';

const SelectionBar = lazy(() => import('../selection/bar/selection-bar.tsx'));

/** The photos of a view; the same objects from render to render while nothing changes. */
export type ViewPhotos = {
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
  const { view, source, sections = NONE, ownerOf, sharedAlbumId } = photos;
  const { store, gridSections, onSee } = usePhotoGrid({
    ...photos,
    sections,
    opened: photos.opened ?? EVERY_SECTION,
  });
  const selection = useSelection({ view, sourceKey: source.key, photos: store, gridSections });
  const { isSelecting } = selection.selection;
  const { controller } = selection;
  const { asked, ask, askForAll } = useAskedAction(selection);
  useFreshPhotos(store);
  useLivingSelection({ selection, photos: store, sourceKey: source.key, sections: photos.sections });
  useSelectionKeys({ controller, isSelecting });
  const viewRef = useRef<HTMLDivElement>(null);
  useTouchSelection(viewRef, controller);
  usePicking({ selection, onLeave });
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
    <div ref={viewRef} className={classes.view} data-selecting={isSelecting || undefined}>
      <ViewHeader
        selection={selection}
        total={totalOf(gridSections)}
        controls={
          <>
            {wholeAction && <WholeViewButton action={wholeAction} onPress={askForAll} />}
            {controls}
          </>
        }
      />
      {failureMessage && <Failure sections={gridSections} message={failureMessage} onRetry={store.retry} />}
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
      {isSelecting && (
        <Suspense fallback={null}>
          <SelectionBar
            selection={selection}
            actions={actions}
            asked={asked}
            onAsk={ask}
            context={{ ownerOf, sharedAlbumId, photoOf: (photoId) => findPhoto(gridSections, photoId) }}
            onDone={controller.end}
          />
        </Suspense>
      )}
    </div>
  );
}

type FailureProps = {
  sections: readonly GridSection[];
  message: string;
  onRetry: (sectionKey: string) => void;
};

function Failure({ sections, message, onRetry }: FailureProps) {
  const failed = sections.find(({ hasFailed }) => hasFailed);
  return failed ? <ErrorState message={message} onRetry={() => onRetry(failed.key)} /> : null;
}

function findPhoto(sections: readonly GridSection[], photoId: string): Photo | undefined {
  for (const { photos } of sections) {
    const found = photos.find((photo) => photo?.imageId === photoId);
    if (found) return found;
  }
  return undefined;
}

/** A source of few sections shows all of each. */
const EVERY_SECTION: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });
const NONE: readonly SourceSection[] = [];
const noOpen = () => undefined;

const totalOf = (sections: readonly GridSection[]) => sections.reduce((sum, { count }) => sum + count, 0);
