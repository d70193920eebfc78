import {
  getExport,
  getExportChunkUrl,
  getExports,
  requestExport as requestExportEndpoint,
} from '@keepsake/contracts';
import { type Route, route } from '../../../platform/http/route.ts';
import { Problem } from '../../../platform/problem.ts';
import { findChannel } from '../../frame/channels/index.ts';
import { listChunks } from './chunks/chunk-store.ts';
import { countMissing } from './chunks/count-missing.ts';
import { addressOfChunk } from './chunks/serve-chunks.ts';
import type { Deps } from './deps.ts';
import { type ExportRow, exportOfRow, summaryOfRow } from './export-row.ts';
import { listExports, readExport } from './export-store.ts';
import { requestExport } from './request-export.ts';

/** The photo export API. Everybody exports the own library, and finds the own exports and nobody else's. */
export function exportRoutes(deps: Deps): Route[] {
  const { db, clock } = deps;
  const present = async (row: ExportRow) => {
    const ref = { userId: row.user_id, exportId: row.id };
    if (row.status !== 'READY') return exportOfRow(row, [], 0);
    return exportOfRow(row, await listChunks(db, ref), await countMissing(db, ref));
  };
  return [
    route(requestExportEndpoint, async ({ customer: { customerId: userId }, body: { channel: asked } }) => {
      const channel = findChannel(asked)?.id;
      if (!channel) throw new Problem('invalid-request', { detail: 'This channel is not known' });
      const request = { userId, channel, reason: 'customer' } as const;
      return present(await db.transaction().execute((trx) => requestExport(deps, trx, request)));
    }),
    route(getExports, async ({ customer: { customerId } }) => ({
      items: (await listExports(db, customerId, clock())).map(summaryOfRow),
    })),
    route(getExport, async ({ customer: { customerId: userId }, params: { backupId } }) => {
      const row = await readExport(db, { userId, exportId: backupId }, clock());
      if (!row) throw new Problem('not-found');
      return present(row);
    }),
    route(getExportChunkUrl, async ({ customer: { customerId: userId }, params }) => ({
      url: await addressOfChunk(deps, { userId, exportId: params.backupId, iteration: params.iteration }),
    })),
  ];
}
