import { commitUpload as commitEndpoint, findKnownContents } from '@keepsake/contracts';
import { type Route, route } from '../../../platform/http/route.ts';
import { findContents } from '../photos/index.ts';
import { type CommitDeps, commitUpload } from './commit-upload.ts';

export function uploadRoutes(deps: CommitDeps): Route[] {
  return [
    route(commitEndpoint, ({ params, body, customer }) =>
      commitUpload(deps, { userId: customer.customerId, uploadId: params.uploadId }, body),
    ),
    route(findKnownContents, async ({ body, customer }) => {
      const hashes = body.sha256.map((hex) => Buffer.from(hex, 'hex'));
      const known = await findContents(deps.db, customer.customerId, hashes);
      return { known: [...known].map(([sha256, imageId]) => ({ sha256, imageId })) };
    }),
  ];
}
