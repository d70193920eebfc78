import {
  type ExportSummary,
  getExport,
  getExportChunkUrl,
  getExports,
  type PhotoExport,
  requestExport as requestExportEndpoint,
} from '@keepsake/contracts/library/exports';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { createOnce } from '../../../platform/idempotency.ts';
import { Problem } from '../../../platform/problem.ts';
import { findChannel } from '../../frame/channels/index.ts';
import { countMissing, listChunks } from './chunk-store.ts';
import type { Deps } from './deps.ts';
import { requestExport } from './request-export.ts';
import { addressOfChunk } from './serve-chunks.ts';
import { type ExportRow, listExports, readExport } from './store.ts';

/** The photo export API. Customers export their own library and see only their own exports. */
export function exportRoutes(deps: Deps): Route[] {
  const { db, clock } = deps;
  return [
    route(requestExportEndpoint, async (call) => {
      const channel = findChannel(call.body.channel)?.id;
      if (!channel) throw new Problem('invalid-request', { detail: 'This channel is unknown' });
      const request = { customerId: call.customer.customerId, channel, reason: 'customer' } as const;
      return createOnce(deps, call, async (trx) =>
        presentExport(trx, await requestExport(deps, trx, request)),
      );
    }),
    route(getExports, async ({ customer: { customerId } }) => ({
      items: (await listExports(db, customerId, clock())).map(presentSummary),
    })),
    route(getExport, async ({ customer: { customerId }, params: { backupId } }) => {
      const row = await readExport(db, { customerId, exportId: backupId }, clock());
      if (!row) throw new Problem('not-found');
      return presentExport(db, row);
    }),
    route(getExportChunkUrl, async ({ customer: { customerId }, params }) => ({
      url: await addressOfChunk(deps, { customerId, exportId: params.backupId, iteration: params.iteration }),
    })),
  ];
}

async function presentExport(db: Queryable, row: ExportRow): Promise<PhotoExport> {
  const { status, id: backupId } = row;
  if (status !== 'READY') return { status, backupId };
  const ref = { customerId: row.user_id, exportId: row.id };
  return {
    status,
    backupId,
    chunks: await listChunks(db, ref),
    missing: await countMissing(db, ref),
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
  };
}

function presentSummary({ id, status, created_at, updated_at }: ExportRow): ExportSummary {
  return { backupId: id, status, created: created_at.toISOString(), updated: updated_at.toISOString() };
}
