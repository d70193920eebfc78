import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { type DeclaredData, dataFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { ExportRow } from './store.ts';

export const TABLES: Tables = {
  photo_exports: { customer: 'user_id' },
  photo_export_chunks: { customer: 'user_id' },
};

/** Exports of a library: they are lists and own no objects. */
export function personalExports(db: Database): DeclaredData {
  return {
    area: 'exports',
    files: [
      dataFile({
        name: 'photo-exports',
        row: z.strictObject({
          id: z.uuid(),
          status: z.enum(['REQUESTED', 'IN_PROGRESS', 'FAILED', 'READY']),
          reason: z.enum(['customer', 'retention', 'my-data']).describe('Who asked for it'),
          channel: z.string(),
          requested: z.iso.datetime(),
          updated: z.iso.datetime(),
        }),
        async *read(customerId) {
          const rows = db.selectFrom('photo_exports').selectAll().where('user_id', '=', customerId);
          const found = (await rows.orderBy('created_at').orderBy('id').execute()) as ExportRow[];
          for (const { id, status, reason, channel, created_at, updated_at } of found)
            yield {
              id,
              status,
              reason,
              channel,
              requested: created_at.toISOString(),
              updated: updated_at.toISOString(),
            };
        },
      }),
    ],
  };
}
