import * as z from 'zod/mini';
import { count, cursor, id, instant } from './fields.ts';

/** Longest-edge box of a thumbnail in pixels. */
export const thumbnail = z.object({
  id: z.literal([300, 800, 1300]),
  url: z.string(),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
});

export const photo = z.object({
  imageId: id,
  uploadId: z.string(),
  localFileName: z.string(),
  /** Signed address of the 1300 thumbnail, or of the original while there is none. */
  url: z.string(),
  /** Signed address of the original file, as an attachment. */
  untouchedUrl: z.string(),
  /** Upload time. */
  created: instant,
  /** Wall time of the camera without a zone, `YYYY-MM-DDTHH:mm:ss`; absent when unknown. */
  dateTaken: z.optional(z.string()),
  /** Minutes east of UTC, when the camera told. */
  dateTakenOffset: z.optional(z.int()),
  uploadEnd: z.optional(instant),
  /** Pixel size as seen, after orientation; absent until the photo was decoded. */
  visibleWidth: z.optional(z.int()),
  visibleHeight: z.optional(z.int()),
  /** Empty until thumbnailState is success. */
  thumbnails: z.array(thumbnail),
  thumbnailState: z.enum(['loading', 'success', 'failure']),
  /** Why thumbnailing failed, a code of the images platform. */
  failure: z.optional(z.string()),
  /** ThumbHash, base64. */
  thumbhash: z.optional(z.string()),
  /** Size of the original in bytes. */
  bytes: z.optional(count),
  /** True when an order is made from it; absent otherwise, and in albums that are shared. */
  isOrdered: z.optional(z.literal(true)),
  ownerId: z.optional(id),
});
export type Photo = z.infer<typeof photo>;
export type Thumbnail = z.infer<typeof thumbnail>;

/** A page of photos; a null cursor says it is the last. */
export const photoPage = z.object({ cursor: z.nullable(cursor), images: z.array(photo) });
export type PhotoPage = z.infer<typeof photoPage>;
