import type { Leaf } from '@keepsake/contracts';

/** The sizes that pictures of pages are kept in, in pixels of their longest edge. */
const SIZES = [300, 800, 1300, 2600] as const;
export const LARGEST = 2600;

/** The size in which a leaf is sharp, drawn so many pixels of the device wide. */
export function sizeOf({ page, half }: Leaf, width: number): number {
  const whole = half ? width * 2 : width;
  const longest = whole * Math.max(1, page.height / page.width);
  return SIZES.find((size) => size >= longest) ?? LARGEST;
}
