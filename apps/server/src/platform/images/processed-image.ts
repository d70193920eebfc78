import type { ImageFormat } from './image-format.ts';
import type { DateTaken } from './read-date-taken.ts';

/**
 * The boxes thumbnails fit into, largest first, in pixels: the LONG edge is at most this. So bytes, memory and time
 * are bounded whatever the shape; in justified rows, where the height is given, a portrait fills its tile to the
 * whole number and a 3:2 landscape to two thirds of it. Nothing is enlarged: a small original keeps its size.
 */
export const THUMBNAIL_SIZES = [1300, 800, 300] as const;
export type ThumbnailSize = (typeof THUMBNAIL_SIZES)[number];

/** A JPEG in the sRGB colour space, upright, without metadata, in the directory the caller gave. */
export type Thumbnail = { path: string; bytes: number; width: number; height: number };

/** What is known of a photo after its one decode. */
export type ProcessedImage = DateTaken & {
  format: ImageFormat;
  /** Pixels as seen, after orientation is applied. */
  width: number;
  height: number;
  /** EXIF 1 to 8 as stored in the file; HEIC says 1, for its own transforms have been applied. */
  orientation: number;
  /** About 25 bytes, see thumbhash. */
  thumbhash: Uint8Array;
  thumbnails: Record<ThumbnailSize, Thumbnail>;
};
