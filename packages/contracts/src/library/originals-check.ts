import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, id } from '../platform/fields.ts';

/** Damaged photos that are named; there are hardly ever any. */
export const NAMED_DAMAGED_PHOTOS = 10;

/** A day in the calendar of the customer's channel, YYYY-MM-DD. */
const day = z.iso.date();

/**
 * The last time when every original of the customer was compared with what the customer sent, and the photos whose files are to be
 * added again (a call of our own).
 */
export const getOriginalsCheck = endpoint({
  name: 'getOriginalsCheck',
  service: 'storage',
  method: 'GET',
  path: '/originals-check',
  response: z.object({
    /**
     * Null until all have been checked once. Originals count that were there before it started, and until their turn came; of the
     * photos of now, those added since were not checked.
     */
    lastCheck: z.nullable(
      z.object({
        from: day,
        until: day,
        originals: count,
        changed: count,
        photos: z.object({ total: count, checked: count }),
      }),
    ),
    /** Photos that are damaged now; none while the library is hidden, since nothing can be added then. */
    damagedCount: count,
    /** The first of them. */
    damaged: z.array(z.object({ photoId: id, fileName: z.string() })),
  }),
});
