import { useRouter } from '@tanstack/react-router';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import type { GridView } from './grid-engine.ts';
import { isMoreTile } from './grid-section.ts';
import type { GridSelection } from './grid-selection.ts';
import type { TilePlace } from './move-focus.ts';
import { placeOf } from './tile-place.ts';

type Options = {
  view: GridView;
  selection: GridSelection;
  onMoveFocus: (event: KeyboardEvent) => TilePlace | undefined;
};

/** Clicks and keys on tiles, for all of them at once: they open, or while selecting select. */
export function useTileEvents({ view, selection, onMoveFocus }: Options) {
  const router = useRouter();

  /** The place of a photo, and not of a '+N'. */
  function photoAt(target: EventTarget): TilePlace | undefined {
    const place = placeOf(target);
    const section = place && view.sections[place.section];
    return section && !isMoreTile(section, place.tile) ? place : undefined;
  }

  return {
    onClick(event: MouseEvent): void {
      const place = photoAt(event.target);
      if (!place) return;
      if (selection.isSelecting || isOnCheck(event.target)) {
        event.preventDefault();
        if (event.shiftKey) selection.extendTo(place);
        else selection.toggle(place);
      } else if (isPlainClick(event)) {
        const href = hrefAt(event.target);
        if (!href) return;
        event.preventDefault();
        router.history.push(href);
      }
    },

    onKeyDown(event: KeyboardEvent): void {
      const place = photoAt(event.target);
      if (place && event.key === ' ' && !event.shiftKey) {
        event.preventDefault();
        selection.toggle(place);
        return;
      }
      const to = onMoveFocus(event);
      if (!to || !place || !event.shiftKey) return;
      // Where nothing was chosen yet the range begins at the photo that had the focus.
      if (!selection.hasStart()) selection.toggle(place);
      selection.extendTo(to);
    },

    onPointerMove(event: PointerEvent): void {
      const isAsked = event.shiftKey && selection.isSelecting && event.pointerType === 'mouse';
      const place = isAsked ? photoAt(event.target) : undefined;
      if (place || selection.range) selection.showRange(place ?? null);
    },
    onPointerLeave: () => selection.range && selection.showRange(null),
  };
}

const isOnCheck = (target: EventTarget) => target instanceof Element && !!target.closest('[data-check]');

/** Others open a tab or a window, which is the browser's affair. */
const isPlainClick = ({ button, shiftKey, ctrlKey, metaKey, altKey }: MouseEvent) =>
  button === 0 && !shiftKey && !ctrlKey && !metaKey && !altKey;

const hrefAt = (target: EventTarget) =>
  target instanceof Element ? target.closest('a')?.getAttribute('href') : undefined;
