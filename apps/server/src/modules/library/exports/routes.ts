import {
  getExport,
  getExportChunkUrl,
  getExports,
  requestExport as requestExportEndpoint,
} from '@keepsake/contracts/library/exports';
import { type Route, route } from '../../../platform/http/route.ts';
import { createOnce } from '../../../platform/idempotency.ts';
import { Problem } from '../../../platform/problem.ts';
import { requireChannel } from '../../frame/channels/index.ts';
import type { Deps } from './deps.ts';
import { presentExport, presentExports } from './present-exports.ts';
import { requestExport } from './request-export.ts';
import { addressOfChunk } from './serve-chunks.ts';
import { readExport } from './store.ts';

/** The photo export API. Customers export their own library and see only their own exports. */
export function exportRoutes(deps: Deps): Route[] {
  const { db, clock } = deps;
  return [
    route(requestExportEndpoint, async (call) => {
      const { id: channel } = requireChannel(call.body.channel, 'body.channel');
      const request = { customerId: call.customer.customerId, channel, reason: 'customer' } as const;
      return createOnce(deps, call, async (trx) =>
        presentExport(trx, await requestExport(deps, trx, request)),
      );
    }),
    route(getExports, async ({ customer: { customerId } }) => ({
      items: await presentExports(deps, customerId),
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
