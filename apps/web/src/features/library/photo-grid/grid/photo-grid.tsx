import type { Photo } from '@keepsake/contracts/library/photos';
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import { type GridSection, isMoreTile, type TitleOf } from '#/features/library/photo-store/index.ts';
import { type JustifiedRows, rowOfTile } from '../geometry/justify-rows.ts';
import type { TilePosition, TimelineLayout } from '../geometry/timeline-layout.ts';
import { tilesInRange } from '../selection/photo-range.ts';
import { groupState } from '../selection/selection.ts';
import type { GridSelection } from '../selection/use-selection.ts';
import type { GridEngine, GridView } from './grid-engine.ts';
import classes from './photo-grid.module.css';
import { EmptyTile, type HrefOf, MoreTile, PhotoTile } from './photo-tile.tsx';
import { SectionHeading } from './section-heading.tsx';
import { useDescribePhoto } from './use-describe-photo.ts';
import { useGridEngine } from './use-grid-engine.ts';
import { useOverscan } from './use-overscan.ts';
import { type Detail, detailOf } from './use-picture.ts';
import { type PinnedRange, useRovingFocus } from './use-roving-focus.ts';
import { useTileEvents } from './use-tile-events.ts';
import { ViewSkeleton } from './view-skeleton.tsx';

/** Callbacks must be stable across renders, because tiles are memoized. */
type Props = {
  sections: readonly GridSection[];
  titleOf: TitleOf;
  /** Called whenever the visible contents change. */
  onView: (view: GridView) => void;
  /** The '+N' tile of a section was pressed. */
  onOpen: (sectionKey: string) => void;
  onRetry: (sectionKey: string) => void;
  selection: GridSelection;
  /** If absent, photos cannot be opened. */
  hrefOf?: HrefOf;
  /** Contents that follow the scrolling, like the date scrubber; rendered once there is something to scroll. */
  children?: (engine: GridEngine) => ReactNode;
};

/** Photos of any source in justified rows. Only tiles around the viewport are in the document. */
export function PhotoGrid(props: Props) {
  const { titleOf, onOpen, onRetry, selection, hrefOf, children } = props;
  const { t } = useTranslation();
  const { engine, view, detail, drawn, waiting, tabStop, handlers } = useGrid(props);
  const describe = useDescribePhoto();
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields. */}
      <div
        {...handlers}
        className={classes.grid}
        style={{ height: view.height }}
        data-untitled={!hasHeadings(props) || undefined}
        role="group"
        aria-label={t('library.photos')}
        data-selecting={selection.isSelecting || undefined}
      >
        {drawn.map((range) => (
          <Section
            key={view.sections[range.section]?.key}
            view={view}
            range={range}
            detail={detail}
            tabStop={tabStop?.section === range.section ? tabStop.tile : -1}
            selection={selection}
            actions={{ describe, titleOf, hrefOf, onOpen, onRetry }}
          />
        ))}
        {waiting !== undefined && (
          <div className={classes.waiting} style={{ top: (view.layout?.topOf(waiting) ?? 0) - view.shift }}>
            <ViewSkeleton isTitled={hasHeadings(props)} />
          </div>
        )}
      </div>
      {view.layout && view.sections.length > 0 && children?.(engine)}
    </>
  );
}

/** What is drawn while the page scrolls, and the reactions of its element to pointer and keys. */
function useGrid(props: Props) {
  const { sections, selection, onView } = props;
  const { engine, elementRef, windowWidth } = useGridEngine(sections, hasHeadings(props));
  const view = useSyncExternalStore(engine.subscribe, engine.getView);
  const covered = selection.isSelecting ? COVERED_WHILE_SELECTING : undefined;
  const focus = useRovingFocus({ engine, view, elementRef, covered });
  const events = useTileEvents({ view, selection, onMoveFocus: focus.onKeyDown });
  const waiting = useFirstFill(view);
  useLayoutEffect(() => engine.committed());
  useOverscan(engine, elementRef, waiting === undefined && view.layout !== null && sections.length > 0);
  useEffect(() => onView(view), [view, onView]);
  return {
    engine,
    view,
    detail: detailOf(view.pace, windowWidth),
    drawn: focus.ranges.filter(({ section }) => waiting === undefined || section < waiting),
    /** The first section that is not drawn yet. */
    waiting,
    tabStop: focus.tabStop,
    handlers: { ...events, onFocus: focus.onFocus, onBlur: focus.onBlur, ref: elementRef },
  };
}

function hasHeadings({ sections, titleOf }: Props): boolean {
  const first = sections[0];
  return first === undefined || titleOf(first.key) !== null;
}

/** Height of the sticky header with the count, and of the selection bar, in pixels. */
const COVERED_WHILE_SELECTING = { above: 44, below: 72 };

type SectionProps = {
  view: GridView;
  range: PinnedRange;
  detail: Detail;
  /** The tile in the tab order, or -1. */
  tabStop: number;
  selection: GridSelection;
  actions: Pick<Props, 'titleOf' | 'hrefOf' | 'onOpen' | 'onRetry'> & { describe: (photo: Photo) => string };
};

/** A section's heading, which is sticky while the section is in view, and its visible tiles. */
function Section({ range, ...rest }: SectionProps) {
  const { view, tabStop, selection, actions } = rest;
  const headingId = useId();
  const layout = view.layout as TimelineLayout;
  const section = view.sections[range.section] as GridSection;
  return (
    <section
      className={classes.section}
      style={{
        top: layout.topOf(range.section) - view.shift,
        insetInlineStart: layout.leftOf(range.section),
        width: layout.widthOf(range.section),
        height: layout.heightOf(range.section),
      }}
      aria-labelledby={headingId}
    >
      {layout.frame.headingHeight > 0 && (
        <SectionHeading
          id={headingId}
          sectionKey={section.key}
          titleOf={actions.titleOf}
          box={{ width: layout.widthOf(range.section), height: layout.frame.headingHeight }}
          state={groupState(selection.selectedIn(section.key), section.count)}
          isTabStop={tabStop >= 0}
          onToggle={() => selection.toggleSection(section.key)}
          onRetry={section.hasFailed ? () => actions.onRetry(section.key) : undefined}
        />
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of lists without bullets. */}
      <ul role="list" className={classes.tiles}>
        {tilesOf(range, layout.rowsOf(range.section).tileCount).map((tile) => (
          <Cell key={tile} at={{ section: range.section, tile }} {...rest} />
        ))}
      </ul>
    </section>
  );
}

/** Tiles to draw, in order: those of the range plus the pinned one, if the section still has them. */
function tilesOf({ firstTile, endTile, pinnedTile = -1 }: PinnedRange, tileCount: number): number[] {
  const tiles = Array.from({ length: endTile - firstTile }, (_, index) => firstTile + index);
  if (pinnedTile >= endTile) tiles.push(pinnedTile);
  else if (pinnedTile >= 0 && pinnedTile < firstTile) tiles.unshift(pinnedTile);
  return tiles.filter((tile) => tile < tileCount);
}

type CellProps = Omit<SectionProps, 'range'> & { at: TilePosition };

/** One tile in its box: a photo, a placeholder until it is loaded, or '+N'. */
function Cell({ at, view, detail, tabStop, selection, actions }: CellProps) {
  const { tile } = at;
  const section = view.sections[at.section] as GridSection;
  const photo = section.photos[tile];
  const isTabStop = tile === tabStop;
  const inRange = tilesInRange(selection.range, at.section);
  const selected = selection.selectedIn(section.key);
  // A photo that is not loaded has no id yet: it is only known to be selected if its whole section is.
  const isSelected = groupState(selected, section.count) === 'all' || selected.has(photo?.imageId ?? '');
  const { describe, hrefOf } = actions;
  return (
    <li
      className={classes.cell}
      style={boxOf((view.layout as TimelineLayout).rowsOf(at.section), tile)}
      data-tile={`${at.section}/${tile}`}
      aria-setsize={section.count}
      aria-posinset={tile + 1}
      data-in-range={(inRange && tile >= inRange.first && tile < inRange.end) || undefined}
    >
      {isMoreTile(section, tile) ? (
        <MoreTile section={section} isTabStop={isTabStop} onOpen={actions.onOpen} />
      ) : photo ? (
        <PhotoTile
          key={photo.imageId}
          photo={photo}
          detail={detail}
          describe={describe}
          hrefOf={hrefOf}
          isTabStop={isTabStop}
          isSelected={isSelected}
          isSelecting={selection.isSelecting}
        />
      ) : (
        <EmptyTile isTabStop={isTabStop} isSelected={isSelected} />
      )}
    </li>
  );
}

function boxOf(rows: JustifiedRows, tile: number): CSSProperties {
  const row = rowOfTile(rows, tile);
  return {
    insetInlineStart: rows.tileLeft[tile],
    top: rows.rowTop[row],
    width: rows.tileWidth[tile],
    height: rows.rowHeight[row],
  };
}

/**
 * The first section that is not drawn yet; undefined if all are. Until the window has been filled once, photos are only drawn
 * as far as all preceding shapes are known, since estimates would make them move. Later sections are estimated, and the photo
 * at the top stays in place.
 */
function useFirstFill({ layout, sections, ranges }: GridView): number | undefined {
  const [isFilled, setFilled] = useState(false);
  const unshaped = ranges.find(({ section }) => !sections[section]?.isShaped);
  if (isFilled || !layout) return undefined;
  if (unshaped) return layout.besides(unshaped.section).first;
  if (ranges.length > 0) setFilled(true);
  return undefined;
}
