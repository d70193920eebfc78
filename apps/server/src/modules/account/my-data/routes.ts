import {
  getMyData,
  getMyDataPhotosUrl,
  getMyDataUrl,
  type MyDataArchive,
  requestMyData,
} from '@keepsake/contracts/account/my-data';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { createOnce } from '../../../platform/idempotency.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import { requestArchive } from './request-archive.ts';
import { addressOfArchive, sizeOfArchive } from './serve-archive.ts';
import { type ArchiveRow, countFiles, expiryOf, findLatest, readArchive } from './store.ts';

/** Customers request their own data and see only their own archives. */
export function myDataRoutes(deps: Deps): Route[] {
  const { db, clock } = deps;
  return [
    route(getMyData, async ({ customer: { customerId } }) => {
      const row = await findLatest(db, customerId, clock());
      return { archive: row && (await present(deps, db, row)) };
    }),
    route(requestMyData, async (call) => {
      const { customer, body, request } = call;
      const wanted = { customerId: customer.customerId, channel: body.channel, request };
      return createOnce(deps, call, async (trx) =>
        present(deps, trx, await requestArchive(deps, trx, wanted)),
      );
    }),
    route(getMyDataUrl, async ({ customer: { customerId }, params, request }) => {
      const url = await addressOfArchive(deps, { customerId, archiveId: params.archiveId });
      await deps.noteEvent(db, { customerId, kind: 'my-data-downloaded', request });
      return { url };
    }),
    route(getMyDataPhotosUrl, async ({ customer: { customerId }, params, request }) => {
      const { archiveId, iteration } = params;
      const row = await readArchive(db, { customerId, archiveId }, clock());
      if (!row?.export_id) throw new Problem('not-found');
      const url = await deps.photos().addressOf(customerId, row.export_id, iteration);
      await deps.noteEvent(db, { customerId, kind: 'my-data-downloaded', request });
      return { url };
    }),
  ];
}

async function present(deps: Pick<Deps, 'photos'>, db: Queryable, row: ArchiveRow): Promise<MyDataArchive> {
  const { status, id: archiveId, user_id: customerId, export_id: exportId } = row;
  const details = { archiveId, requested: row.created_at.toISOString() };
  const ended = row.updated_at.toISOString();
  if (status === 'FAILED') return { status, ...details, ended };
  if (status !== 'READY') {
    const done = await countFiles(db, { customerId, archiveId });
    return { status, ...details, done: Math.min(done, row.files_total), total: row.files_total };
  }
  const photos = exportId === null ? null : await deps.photos().find(customerId, exportId);
  return {
    status,
    ...details,
    ended,
    expires: expiryOf(row).toISOString(),
    bytes: await sizeOfArchive(db, row),
    photos: photos && { parts: photos.parts, missing: photos.missing },
  };
}
