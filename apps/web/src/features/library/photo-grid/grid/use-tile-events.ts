import { useRouter } from '@tanstack/react-router';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { isMoreTile } from '#/features/library/photo-store/index.ts';
import type { TilePosition } from '../geometry/timeline-layout.ts';
import type { GridSelection } from '../selection/use-selection.ts';
import type { GridView } from './grid-engine.ts';

/** The tile that an element belongs to. */
export function tileAt(target: EventTarget | null): TilePosition | undefined {
  const cell = target instanceof Element ? target.closest('[data-tile]') : null;
  const [section, tile] = cell?.getAttribute('data-tile')?.split('/').map(Number) ?? [];
  return section === undefined || tile === undefined ? undefined : { section, tile };
}

type Options = {
  view: GridView;
  selection: GridSelection;
  onMoveFocus: (event: KeyboardEvent) => TilePosition | undefined;
};

/** Handles clicks and keys on tiles once for the whole grid: they open photos or, while selecting, select them. */
export function useTileEvents({ view, selection, onMoveFocus }: Options) {
  const router = useRouter();
  return {
    onClick(event: MouseEvent): void {
      const at = photoAt(event.target, view);
      if (!at || event.defaultPrevented) return;
      if (selection.isSelecting || isOnCheck(event.target)) {
        event.preventDefault();
        if (event.shiftKey) selection.extendTo(at);
        else selection.toggle(at);
      } else if (isPlainClick(event)) {
        const href = hrefAt(event.target);
        if (!href) return;
        event.preventDefault();
        // Already navigating there.
        if (router.history.location.href !== href) router.history.push(href);
      }
    },
    onKeyDown(event: KeyboardEvent): void {
      const at = photoAt(event.target, view);
      if (at && event.key === ' ' && !event.shiftKey) {
        event.preventDefault();
        selection.toggle(at);
        return;
      }
      const to = onMoveFocus(event);
      if (!to || !at || !event.shiftKey) return;
      // Without an earlier selection, the range starts at the previously focused photo.
      if (!selection.hasStart()) selection.toggle(at);
      selection.extendTo(to);
    },
    onPointerMove(event: PointerEvent): void {
      const isRange = event.shiftKey && selection.isSelecting && event.pointerType === 'mouse';
      const at = isRange ? photoAt(event.target, view) : undefined;
      if (at || selection.range) selection.showRange(at ?? null);
    },
    onPointerLeave: () => selection.range && selection.showRange(null),
  };
}

/** The tile of a photo; undefined for a '+N' tile. */
function photoAt(target: EventTarget, { sections }: GridView): TilePosition | undefined {
  const at = tileAt(target);
  const section = at && sections[at.section];
  return section && !isMoreTile(section, at.tile) ? at : undefined;
}

const isOnCheck = (target: EventTarget) => target instanceof Element && !!target.closest('[data-check]');

/** Other clicks open a tab or window, which the browser handles. */
const isPlainClick = ({ button, shiftKey, ctrlKey, metaKey, altKey }: MouseEvent) =>
  button === 0 && !shiftKey && !ctrlKey && !metaKey && !altKey;

const hrefAt = (target: EventTarget) =>
  target instanceof Element ? target.closest('a')?.getAttribute('href') : undefined;
