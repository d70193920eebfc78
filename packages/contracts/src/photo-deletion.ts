import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count, id, ids, instant } from './fields.ts';

/**
 * Deletes photos. `failed` lists the ones that are still there and may be sent again; an id that is no photo of the
 * customer, because it was deleted before or never was one, did not fail.
 */
export const deletePhotos = endpoint({
  name: 'deletePhotos',
  service: 'photoManagement',
  method: 'DELETE',
  path: '/photos',
  body: z.object({ photoIds: ids }),
  response: z.object({ failed: z.array(id) }),
});

/** A deletion of the whole library that goes on in the background. */
export const photoDeletion = z.object({
  requested: instant,
  /** Photos there were when it was asked for. */
  total: count,
  deleted: count,
});
export type PhotoDeletion = z.infer<typeof photoDeletion>;

/**
 * Deletes all photos that the library holds now, in the background; asked again meanwhile it tells of the same
 * deletion. GET /users tells how far it is.
 */
export const deleteAllPhotos = endpoint({
  name: 'deleteAllPhotos',
  service: 'photoManagement',
  method: 'DELETE',
  path: '/photos/all',
  response: photoDeletion,
});

/** Whether the customer may delete photos now; not while the whole library is being deleted. */
export const getAccountInformation = endpoint({
  name: 'getAccountInformation',
  service: 'accounts',
  method: 'GET',
  path: '/accounts/getaccountinformation',
  response: z.object({
    accountId: id,
    email: z.string(),
    registrationDate: instant,
    isPhotoDeletionPermitted: z.boolean(),
  }),
});
