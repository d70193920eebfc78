import * as z from 'zod/mini';
import { photoCaption } from '../library/captions.ts';
import { photoTurn } from '../library/turns.ts';
import { endpoint } from '../platform/endpoint.ts';
import { id, ids } from '../platform/fields.ts';

const service = 'tempSelections';

/** Stores an ordered selection of the customer's own photos, which a print editor can fetch for some days. */
export const createTempSelection = endpoint({
  name: 'createTempSelection',
  service,
  method: 'POST',
  path: '/temp-selections',
  idempotencyKey: 'optional',
  body: z.object({ photoIds: ids }),
  response: z.object({ tempSelectionId: id }),
  problems: ['not-found'],
  sample: ({ photoId }) => ({ body: { photoIds: [photoId] } }),
});

/**
 * Photos deleted meanwhile are left out; `favouriteIds` are those that are favourites now, `turns` those that are shown turned,
 * `captions` those that have one, all absent without any. 404 once it has expired.
 */
export const getTempSelection = endpoint({
  name: 'getTempSelection',
  service,
  method: 'GET',
  path: '/temp-selections/{tempSelectionId}',
  params: z.object({ tempSelectionId: id }),
  response: z.object({
    photoIds: z.array(id),
    favouriteIds: z.optional(z.array(id)),
    turns: z.optional(z.array(photoTurn)),
    captions: z.optional(z.array(photoCaption)),
  }),
  sample: ({ tempSelectionId }) => ({ params: { tempSelectionId } }),
});
