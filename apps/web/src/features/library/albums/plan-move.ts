/** Where photos are moved within their album. */
export type Direction = 'first' | 'earlier' | 'later' | 'last';

type Move = {
  /** Those that are moved, in their order. */
  photoIds: string[];
  /** The photo before which they stand then; null at the end. */
  before: string | null;
  /** All photos in their new order. */
  order: string[];
  /** The place of the first of them then, from 1. */
  at: number;
};

/** Moves chosen photos within an order, side by side: by one photo, or to an end. Null if they stand there already. */
export function planMove(
  order: readonly string[],
  chosen: ReadonlySet<string>,
  direction: Direction,
): Move | null {
  const photoIds = order.filter((photoId) => chosen.has(photoId));
  const others = order.filter((photoId) => !chosen.has(photoId));
  const at = Math.min(Math.max(placeAmong(order, chosen, direction, others.length), 0), others.length);
  const moved = [...others.slice(0, at), ...photoIds, ...others.slice(at)];
  if (photoIds.length === 0 || moved.every((photoId, index) => photoId === order[index])) return null;
  return { photoIds, before: others[at] ?? null, order: moved, at: at + 1 };
}

/** How many of the other photos stand before the moved ones then. */
function placeAmong(
  order: readonly string[],
  chosen: ReadonlySet<string>,
  direction: Direction,
  others: number,
): number {
  const othersBefore = (index: number) => order.slice(0, index).filter((id) => !chosen.has(id)).length;
  switch (direction) {
    case 'first':
      return 0;
    case 'earlier':
      return othersBefore(order.findIndex((id) => chosen.has(id))) - 1;
    case 'later':
      return othersBefore(order.findLastIndex((id) => chosen.has(id))) + 1;
    case 'last':
      return others;
  }
}
