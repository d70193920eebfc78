/** Interleaved 8-bit RGB without row padding: `data.length = width * height * 3`. */
export type Pixels = { data: Uint8Array; width: number; height: number };

/** The input options of sharp for such pixels. */
export const asRaw = ({ width, height }: Pixels) => ({ raw: { width, height, channels: 3 as const } });

/** An original, opened: pixels upright and scaled to fit the largest thumbnail, and what its file says of it. */
export type OpenedImage = {
  width: number;
  height: number;
  orientation: number;
  pixels: Pixels;
  /** The colour profile `pixels` are in, when they are not known to be sRGB. */
  profile?: Uint8Array;
  exif?: Uint8Array;
  xmp?: Uint8Array;
};
