import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { id, ids } from '../platform/fields.ts';
import { sortKey, sortOrder } from './photos.ts';

const service = 'photoManagement';
const params = z.object({ albumId: id });

/**
 * Places photos of an album, in the order given, before another of its photos, or at the end, and has the album shown in its own
 * order from then on (a call of our own). Ids that are not in the album are ignored; if there are no others, or the photo before
 * which they belong is gone, the call is refused. Repeating it changes nothing.
 */
export const placeAlbumPhotos = endpoint({
  name: 'placeAlbumPhotos',
  service,
  method: 'PUT',
  path: '/albums/{albumId}/own-order/photos',
  params,
  body: z
    .object({
      photoIds: ids,
      /** Null: at the end. */
      before: z.nullable(id),
      /** How the album is sorted as long as it is not in its own order, which then begins with this one. */
      shown: z.object({ sortKey, sortOrder }),
    })
    .check(
      z.refine(({ photoIds, before }) => before === null || !photoIds.includes(before), {
        path: ['before'],
        error: 'It is one of the photos that are placed',
      }),
    ),
  problems: ['forbidden'],
  sample: ({ albumId, photoId }) => ({
    params: { albumId },
    body: { photoIds: [photoId], before: null, shown: { sortKey: 'created', sortOrder: 'desc' } },
  }),
});

/** Has an album shown in its own order, or sorted again; its own order is kept either way (a call of our own). */
export const setOwnOrder = endpoint({
  name: 'setOwnOrder',
  service,
  method: 'PUT',
  path: '/albums/{albumId}/own-order',
  params,
  body: z.object({ isInOwnOrder: z.boolean() }),
  problems: ['forbidden'],
  sample: ({ albumId }) => ({ params: { albumId }, body: { isInOwnOrder: true } }),
});
