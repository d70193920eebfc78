import type { Leaf } from '@keepsake/contracts/creations/openings';

/** Available sizes of a page's picture: its longest edge in pixels. */
const SIZES = [300, 800, 1300, 2600] as const;
export const LARGEST = 2600;

/** The picture size in which a leaf is sharp at a given width in device pixels. */
export function sizeOf({ page, half }: Leaf, width: number): number {
  const whole = half ? width * 2 : width;
  const longest = whole * Math.max(1, page.height / page.width);
  return SIZES.find((size) => size >= longest) ?? LARGEST;
}
