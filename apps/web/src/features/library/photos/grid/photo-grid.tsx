import type { Photo } from '@keepsake/contracts';
import { type ReactNode, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { GridEngine, GridView } from './grid-engine.ts';
import type { GridSection } from './grid-section.ts';
import { GridSectionView } from './grid-section-view.tsx';
import type { GridSelection } from './grid-selection.ts';
import classes from './photo-grid.module.css';
import { useDescribePhoto } from './use-describe-photo.ts';
import { useGridEngine } from './use-grid-engine.ts';
import { type Detail, thumbnailSizeOf } from './use-picture.ts';
import { useRovingFocus } from './use-roving-focus.ts';
import { useTileEvents } from './use-tile-events.ts';

type Props = {
  sections: readonly GridSection[];
  /** Heading of a section, or null for a source without headings; the same function from render to render. */
  titleOf: (sectionKey: string) => string | null;
  /** What is in view now. */
  onSee: (view: GridView) => void;
  /** The '+N' tile of a section was pressed. */
  onOpen: (sectionKey: string) => void;
  onRetry: (sectionKey: string) => void;
  selection: GridSelection;
  /** Address of a photo's preview; without it photos do not open. */
  hrefOf?: (photo: Photo) => string;
  /** Things that follow the scrolling, as the date scrubber does; drawn as soon as there is something to scroll. */
  children?: (engine: GridEngine) => ReactNode;
};

/** Photos of any source in justified rows. Only what is in view is in the document. */
export function PhotoGrid(props: Props) {
  const { sections, titleOf, onSee, onOpen, onRetry, selection, hrefOf, children } = props;
  const { t } = useTranslation();
  const { engine, elementRef, windowWidth } = useGridEngine(sections, hasHeadings(props));
  const view = useSyncExternalStore(engine.subscribe, engine.getView);
  const covered = selection.isSelecting ? COVERED_WHILE_SELECTING : undefined;
  const focus = useRovingFocus({ engine, view, elementRef, covered });
  const events = useTileEvents({ view, selection, onMoveFocus: focus.onKeyDown });
  const describe = useDescribePhoto();
  useLayoutEffect(() => engine.committed());
  useEffect(() => onSee(view), [view, onSee]);

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in. */}
      <div
        ref={elementRef}
        className={classes.grid}
        style={{ height: view.height }}
        role="group"
        aria-label={t('library.photos')}
        data-selecting={selection.isSelecting || undefined}
        {...events}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
      >
        {focus.ranges.map((range) => (
          <GridSectionView
            key={view.sections[range.section]?.key}
            view={view}
            range={range}
            detail={detailOf(view, windowWidth)}
            tabStop={focus.tabStop?.section === range.section ? focus.tabStop.tile : -1}
            selection={selection}
            actions={{ describe, titleOf, hrefOf, onOpen, onRetry }}
          />
        ))}
      </div>
      {view.layout && view.sections.length > 0 && children?.(engine)}
    </>
  );
}

function hasHeadings({ sections, titleOf }: Props): boolean {
  const first = sections[0];
  return first === undefined || titleOf(first.key) !== null;
}

/** By the header that counts, and by the bar. */
const COVERED_WHILE_SELECTING = { above: 52, below: 72 };

/** Small thumbnails while moving, those that fit the screen at rest [PHO-05, PHO-06]. */
function detailOf({ pace }: GridView, windowWidth: number): Detail {
  if (pace === 'flying') return 'colour';
  return pace === 'moving' ? 300 : thumbnailSizeOf(windowWidth);
}
