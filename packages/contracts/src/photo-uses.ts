import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count, id, ids } from './fields.ts';

const service = 'photoManagement';

/** Which of these photos orders are made from, and which saved projects: asked before they are deleted. */
export const findUsedPhotos = endpoint({
  name: 'findUsedPhotos',
  service,
  method: 'POST',
  path: '/photos/used',
  body: z.object({ photoIds: ids }),
  response: z.object({
    photoIds: z.array(id),
    /** A node of an earlier release says nothing. */
    projectPhotoIds: z._default(z.array(id), []),
  }),
});

/** How many photos of the whole library orders are made from, and how many saved projects. */
export const countUsedPhotos = endpoint({
  name: 'countUsedPhotos',
  service,
  method: 'GET',
  path: '/users/used-photos',
  response: z.object({ photosCount: count, projectPhotosCount: z._default(count, 0) }),
});
