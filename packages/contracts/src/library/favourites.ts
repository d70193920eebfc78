import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, ids } from '../platform/fields.ts';
import { PHOTO_FILTERS } from '../platform/start-of-page.ts';

/** The filters of photos: what is not yet printed, favourites, or both at once. The whole library has none. */
export const photoFilter = z.enum(PHOTO_FILTERS);

/**
 * Marks photos as favourites, or takes the mark away; those that have it, or lack it, stay as they are. Ids that are not (or no
 * longer) photos of the customer are left out, and refused if there are no others (a call of our own).
 */
export const setFavourites = endpoint({
  name: 'setFavourites',
  service: 'photoManagement',
  method: 'PUT',
  path: '/photos/favourites',
  body: z.object({
    photoIds: ids,
    /** False takes the mark away. */
    isFavourite: z.boolean(),
  }),
  /** How many of them are, or are not, favourites now. */
  response: z.object({ photosCount: count }),
  problems: ['not-found'],
  sample: ({ photoId }) => ({ body: { photoIds: [photoId], isFavourite: true } }),
});
