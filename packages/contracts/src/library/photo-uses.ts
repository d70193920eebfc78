import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, id, ids } from '../platform/fields.ts';

const service = 'photoManagement';

/** Which of these photos are used in orders or saved projects, asked before they are deleted. */
export const findUsedPhotos = endpoint({
  name: 'findUsedPhotos',
  service,
  method: 'POST',
  path: '/photos/used',
  body: z.object({ photoIds: ids }),
  response: z.object({
    photoIds: z.array(id),
    /** Defaults to empty because nodes of an earlier release do not send it. */
    projectPhotoIds: z._default(z.array(id), []),
  }),
  sample: ({ photoId }) => ({ body: { photoIds: [photoId] } }),
});

/** How many photos of the whole library are used in orders and in saved projects. */
export const countUsedPhotos = endpoint({
  name: 'countUsedPhotos',
  service,
  method: 'GET',
  path: '/users/used-photos',
  response: z.object({ photosCount: count, projectPhotosCount: z._default(count, 0) }),
});
