import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, id, ids } from '../platform/fields.ts';

/** Quarter turns clockwise, in degrees. */
export const TURNS = [90, 180, 270] as const;
export const turn = z.literal(TURNS);
export type Turn = z.infer<typeof turn>;

/** By how much a photo is turned, beyond what its file says. */
export const photoTurn = z.object({ photoId: id, degrees: turn });
export type PhotoTurn = z.infer<typeof photoTurn>;

/**
 * Turns photos as they are shown, each further from where it is; originals stay as they are. The answer comes before the new
 * thumbnails, which `photos-changed` with `ready` announces. Ids that are not (or no longer) photos of the customer are left out,
 * and refused if there are no others. A call sent again with its key turns nothing twice (a call of our own).
 */
export const turnPhotos = endpoint({
  name: 'turnPhotos',
  service: 'photoManagement',
  method: 'POST',
  path: '/photos/turns',
  idempotencyKey: 'optional',
  body: z.object({ photoIds: ids, degrees: turn }),
  /** How many of them were turned. */
  response: z.object({ photosCount: count }),
  problems: ['not-found'],
  sample: ({ photoId }) => ({ body: { photoIds: [photoId], degrees: 90 } }),
});
