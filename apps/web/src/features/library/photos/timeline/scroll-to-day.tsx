import type { Sort } from '@keepsake/contracts/platform/start-of-page';
import { useEffect, useLayoutEffect, useRef } from 'react';
import {
  type GridEngine,
  PAGE_BAR,
  type TilePosition,
  topOfTile,
} from '#/features/library/photo-grid/index.ts';
import type { GridSection } from '#/features/library/photo-store/index.ts';
import { focusTile, visitKeyOf } from '#/features/library/photo-view/index.ts';
import { listenTo } from '#/shared/signal.ts';
import { visitStorage } from '#/shared/surviving-storage.ts';
import { openMonth } from './opened-months.ts';

type Props = {
  engine: GridEngine;
  sections: readonly GridSection[];
  /** `YYYY-MM-DD` */
  day: string;
  sortOrder: Sort['sortOrder'];
};

/**
 * Scrolls to the photos of a day and focuses the first, once per visit: Back and a reload lead to where the customer was. Whoever
 * scrolls meanwhile stays where they are.
 */
export default function ScrollToDay({ engine, sections, day, sortOrder }: Props) {
  const key = visitKeyOf(day);
  const isDone = useRef(visitStorage.getItem(key) !== null);
  const lastTried = useRef<number>(undefined);
  useLayoutEffect(() => {
    const { layout } = engine.getView();
    const section = sections.findIndex((one) => one.key === monthOf(day));
    const month = sections[section];
    if (isDone.current || !layout || !month) return;
    // Its month opens; this effect then runs again.
    if (month.moreCount > 0) return openMonth(month.key);
    const next = nextTile(month, day, sortOrder);
    isDone.current = next === undefined || next.isFirst;
    if (isDone.current) visitStorage.setItem(key, 'done');
    if (!next || next.tile === lastTried.current) return;
    lastTried.current = next.tile;
    const at = { section, tile: next.tile };
    engine.jumpTo(topOfTile(layout, section, at.tile) - layout.frame.headingHeight - PAGE_BAR, at);
    if (next.isFirst) focusSoon(at);
  }, [engine, sections, day, sortOrder, key]);

  useEffect(() => {
    const leave = () => {
      isDone.current = true;
    };
    const stops = (['wheel', 'touchmove', 'keydown'] as const).map((event) =>
      listenTo(document, event, leave),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return null;
}

/** In the next frame, the tile is drawn and the page has focused its heading. */
const focusSoon = (at: TilePosition) => requestAnimationFrame(() => focusTile(at));

/** The key of its month. */
function monthOf(day: string): string {
  const [year, month] = day.split('-').map(Number);
  return `${year}/${month}`;
}

type NextTile = { tile: number; isFirst: boolean };

/**
 * The first photo of a day, or one to load that tells on which side it is: half way between those that are loaded. Undefined if
 * the month has none.
 */
export function nextTile(
  { photos, count }: Pick<GridSection, 'photos' | 'count'>,
  day: string,
  sortOrder: Sort['sortOrder'],
): NextTile | undefined {
  let first = 0;
  for (const [tile, photo] of photos.entries()) {
    const taken = photo?.dateTaken?.slice(0, day.length);
    if (taken === undefined) continue;
    const isBefore = sortOrder === 'desc' ? taken > day : taken < day;
    if (isBefore) first = tile + 1;
    else if (taken === day && tile === first) return { tile, isFirst: true };
    else return first < tile ? { tile: Math.floor((first + tile) / 2), isFirst: false } : undefined;
  }
  return first < count ? { tile: Math.floor((first + count) / 2), isFirst: false } : undefined;
}
