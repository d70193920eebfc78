import type { TilePlace } from './move-focus.ts';

/** The tile that something on the page belongs to. */
export function placeOf(target: EventTarget | null): TilePlace | undefined {
  const cell = target instanceof Element ? target.closest('[data-tile]') : null;
  const [section, tile] = cell?.getAttribute('data-tile')?.split('/').map(Number) ?? [];
  return section === undefined || tile === undefined ? undefined : { section, tile };
}
