import { getAnonymousUploads, getLegacyUpload } from '@keepsake/contracts';
import type { Database } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { Problem } from '../../../platform/problem.ts';
import { NOBODY, presentUpload } from './legacy-upload.ts';
import { findUploads } from './upload-store.ts';

/** Reading what was uploaded before there were libraries: customers their own, and what is nobody's by its ids. */
export function legacyUploadRoutes({ db }: { db: Database }): Route[] {
  return [
    route(getLegacyUpload, async ({ params, query, customer: { customerId } }) => {
      const isOwn = query.accountId === undefined || query.accountId === customerId;
      const [found] = isOwn ? await findUploads(db, customerId, [params.legacyUploadId]) : [];
      if (!found) throw new Problem('not-found');
      return presentUpload(found);
    }),
    route(getAnonymousUploads, async ({ body }) => ({
      items: (await findUploads(db, NOBODY, body.ids)).map(presentUpload),
    })),
  ];
}
