import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { readPhotosCount } from '../photos/index.ts';
import { countMissing, listChunks } from './chunk-store.ts';
import type { Deps } from './deps.ts';
import { requestExport } from './request-export.ts';
import { addressOfChunk } from './serve-chunks.ts';
import { readExport } from './store.ts';

/** The photos that belong to 'my data': an export like any other, which is announced and downloaded with the rest (ADR 40). */
export function createPhotosOfMyData(deps: Deps) {
  const { db, clock } = deps;
  return {
    /** Requests the export of all photos in a transaction; null if there are none. */
    async request(trx: Queryable, customerId: CustomerId, channel: string): Promise<string | null> {
      if ((await readPhotosCount(trx, customerId)) === 0) return null;
      return (await requestExport(deps, trx, { customerId, channel, reason: 'my-data' })).id;
    },
    /** Its progress; null once it has expired. */
    async find(customerId: CustomerId, exportId: string) {
      const ref = { customerId, exportId };
      const row = await readExport(db, ref, clock());
      if (row?.status !== 'READY') return row && { status: row.status, parts: [], missing: 0 };
      const parts = (await listChunks(db, ref)).map(({ iteration, size: bytes }) => ({ iteration, bytes }));
      return { status: row.status, parts, missing: await countMissing(db, ref) };
    },
    /** The signed address of one of its zips. Throws `conflict` until it is ready, and `not-found`. */
    addressOf: (customerId: CustomerId, exportId: string, iteration: number) =>
      addressOfChunk(deps, { customerId, exportId, iteration }),
  };
}
