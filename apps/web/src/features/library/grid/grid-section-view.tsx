import type { Photo } from '@keepsake/contracts';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { type JustifiedRows, rowOfTile } from '../geometry/justify-rows.ts';
import type { TimelineLayout } from '../geometry/timeline-layout.ts';
import { tilesInRange } from '../selection/photo-range.ts';
import { groupState } from '../selection/selection.ts';
import type { GridView } from './grid-engine.ts';
import { type GridSection, isMoreTile } from './grid-section.ts';
import type { GridSelection } from './grid-selection.ts';
import { MoreTile } from './more-tile.tsx';
import classes from './photo-grid.module.css';
import { PhotoTile } from './photo-tile.tsx';
import { SectionCheck } from './section-check.tsx';
import { SectionFailure, SectionHeading } from './section-heading.tsx';
import type { Detail } from './use-picture.ts';
import type { PinnedRange } from './use-roving-focus.ts';

/** What tiles can do; the functions stay the same from render to render. */
export type GridActions = {
  describe: (photo: Photo) => string;
  titleOf: (sectionKey: string) => string | null;
  hrefOf?: (photo: Photo) => string;
  onOpen: (sectionKey: string) => void;
  onRetry: (sectionKey: string) => void;
};

type Props = {
  view: GridView;
  range: PinnedRange;
  detail: Detail;
  /** The tile Tab stops at, or -1. */
  tabStop: number;
  selection: GridSelection;
  actions: GridActions;
};

/** One section: its heading, which sticks while the section is in view, and the tiles that are in view. */
export function GridSectionView({ view, range, detail, tabStop, selection, actions }: Props) {
  const headingId = useId();
  const layout = view.layout as TimelineLayout;
  const section = view.sections[range.section] as GridSection;
  const rows = layout.rowsOf(range.section);
  const title = actions.titleOf(section.key);
  const selected = selection.selectedIn(section.key);
  const state = groupState(selected, section.count);
  const inRange = tilesInRange(selection.range, range.section);
  const tile = (index: number): ReactNode => {
    if (index >= rows.tileCount) return null;
    const isTabStop = index === tabStop;
    return (
      <li
        key={index}
        className={classes.cell}
        style={boxOf(rows, index)}
        data-tile={`${range.section}/${index}`}
        aria-setsize={section.count}
        aria-posinset={index + 1}
        data-in-range={(inRange && index >= inRange.first && index < inRange.end) || undefined}
      >
        {isMoreTile(section, index) ? (
          <MoreTile section={section} isTabStop={isTabStop} onOpen={actions.onOpen} />
        ) : (
          <Tile
            photo={section.photos[index]}
            detail={detail}
            isTabStop={isTabStop}
            isSelecting={selection.isSelecting}
            // One that is not loaded yet has a name only as part of the whole.
            isSelected={state === 'all' || selected.has(section.photos[index]?.imageId ?? '')}
            actions={actions}
          />
        )}
      </li>
    );
  };

  return (
    <section className={classes.section} style={placeOf(view, range.section)} aria-labelledby={headingId}>
      {title !== null && (
        <SectionHeading
          id={headingId}
          height={layout.frame.headingHeight}
          title={title}
          check={
            <SectionCheck
              sectionKey={section.key}
              state={state}
              isTabStop={tabStop >= 0}
              onPress={() => selection.toggleSection(section.key)}
            />
          }
        >
          {section.hasFailed && <SectionFailure onRetry={() => actions.onRetry(section.key)} />}
        </SectionHeading>
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets lists drawn without bullets. */}
      <ul role="list" className={classes.tiles}>
        {range.pinnedTile !== undefined && range.pinnedTile < range.firstTile && tile(range.pinnedTile)}
        {Array.from({ length: range.endTile - range.firstTile }, (_, index) => tile(range.firstTile + index))}
        {range.pinnedTile !== undefined && range.pinnedTile >= range.endTile && tile(range.pinnedTile)}
      </ul>
    </section>
  );
}

type TileProps = {
  photo: Photo | undefined;
  detail: Detail;
  isTabStop: boolean;
  isSelecting: boolean;
  isSelected: boolean;
  actions: GridActions;
};

/** A photo, or its place while it is being fetched. */
function Tile({ photo, actions, ...rest }: TileProps) {
  if (photo) {
    return (
      <PhotoTile
        key={photo.imageId}
        photo={photo}
        describe={actions.describe}
        hrefOf={actions.hrefOf}
        {...rest}
      />
    );
  }
  // The place of a photo keeps the focus until the photo is there.
  const { isTabStop, isSelected } = rest;
  return (
    <div className={classes.empty} tabIndex={isTabStop ? 0 : -1} data-selected={isSelected || undefined} />
  );
}

function placeOf({ layout, shift }: GridView, section: number): CSSProperties {
  return { top: (layout?.topOf(section) ?? 0) - shift, height: layout?.heightOf(section) };
}

function boxOf(rows: JustifiedRows, tile: number): CSSProperties {
  const row = rowOfTile(rows, tile);
  return {
    left: rows.tileLeft[tile],
    top: rows.rowTop[row],
    width: rows.tileWidth[tile],
    height: rows.rowHeight[row],
  };
}
