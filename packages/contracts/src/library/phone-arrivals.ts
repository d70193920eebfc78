// What push messages tell of phone transfers. Every page loads it; the rest of the transfers loads with their own screens.

import * as z from 'zod/mini';
import { count, id } from '../platform/fields.ts';

/** A file sent by a phone that is now in the library. */
export const phoneArrival = z.object({
  uploadId: id,
  imageId: id,
  fileName: z.string(),
  bytes: count,
  /** True when the library already contained a photo with the same content. */
  duplicate: z.boolean(),
  /** True when that photo had been recently deleted, and is back. */
  restored: z.optional(z.boolean()),
});
export type PhoneArrival = z.infer<typeof phoneArrival>;
