import { deleteAllPhotos, deletePhotos as deletePhotosEndpoint } from '@keepsake/contracts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { type DeletionDeps, deletePhotos } from './delete-photos.ts';
import { requestLibraryDeletion } from './library-deletion.ts';

/** The deleting calls of the photo management API. */
export function deletionRoutes(deps: DeletionDeps): Route[] {
  return [
    route(deletePhotosEndpoint, async ({ customer, body }) => ({
      failed: await deletePhotos(deps, customer.customerId, body.photoIds),
    })),
    route(deleteAllPhotos, ({ customer }) =>
      requestLibraryDeletion(deps.db, customer.customerId, deps.clock()),
    ),
  ];
}
