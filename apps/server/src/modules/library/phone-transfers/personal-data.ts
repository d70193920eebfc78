import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { type DeclaredData, dataFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';

export const TABLES: Tables = {
  phone_transfers: { customer: 'user_id' },
};

/** Codes by which phones sent photos. */
export function personalTransfers(db: Database): DeclaredData {
  return {
    area: 'phone-transfers',
    files: [
      dataFile({
        name: 'phone-transfers',
        row: z.strictObject({
          id: z.uuid(),
          albumId: z.uuid().nullable(),
          begun: z.iso.datetime(),
          openedOnPhone: z.iso.datetime().nullable(),
          ended: z.iso.datetime().nullable(),
          phones: z.int().describe('Phones that used the code'),
        }),
        /** Few rows: a customer makes few codes, and they are deleted after a week. */
        async *read(customerId) {
          const rows = db.selectFrom('phone_transfers').selectAll().where('user_id', '=', customerId);
          for (const row of await rows.orderBy('created_at').orderBy('id').execute())
            yield {
              id: row.id,
              albumId: row.album_id,
              begun: row.created_at.toISOString(),
              openedOnPhone: row.opened_at?.toISOString() ?? null,
              ended: row.ended_at?.toISOString() ?? null,
              phones: Object.keys(row.phones as object).length,
            };
        },
      }),
    ],
  };
}
