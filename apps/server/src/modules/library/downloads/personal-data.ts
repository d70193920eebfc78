import type { CustomerId } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { type DeclaredData, dataFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { DownloadRow } from './store.ts';

export const TABLES: Tables = {
  downloads: { customer: 'user_id' },
};

/** Archives of selected photos: they are lists and own no objects. */
export function personalDownloads(db: Database): DeclaredData {
  return {
    area: 'downloads',
    files: [
      dataFile({
        name: 'downloads',
        row: z.strictObject({
          id: z.uuid(),
          name: z.string(),
          status: z.enum(['started', 'finished', 'error']),
          bytes: z.int().nullable(),
          photos: z.int().describe('Photos asked for'),
          requested: z.iso.datetime(),
          finished: z.iso.datetime().nullable(),
        }),
        async *read(customerId) {
          // One at a time: each has a list of up to thousands of photos.
          for (const id of await findIds(db, customerId)) {
            const found = await db
              .selectFrom('downloads')
              .selectAll()
              .where('user_id', '=', customerId)
              .where('id', '=', id)
              .executeTakeFirst();
            if (!found) continue;
            const row = found as unknown as DownloadRow & { status: 'started' | 'finished' | 'error' };
            yield {
              id,
              name: row.name,
              status: row.status,
              bytes: row.bytes,
              photos: row.photos.length,
              requested: row.created_at.toISOString(),
              finished: row.finished_at?.toISOString() ?? null,
            };
          }
        },
      }),
    ],
  };
}

async function findIds(db: Database, customerId: CustomerId): Promise<string[]> {
  const rows = await db
    .selectFrom('downloads')
    .select('id')
    .where('user_id', '=', customerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
