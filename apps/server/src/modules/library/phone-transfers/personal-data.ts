import { sql } from 'kysely';
import * as z from 'zod';
import { type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';

export const TABLES: Tables = {
  phone_transfers: { customer: 'user_id' },
};

/** Codes by which phones sent photos. */
export const TRANSFERS_DATA: DeclaredData = {
  area: 'phone-transfers',
  files: [
    tableFile({
      name: 'phone-transfers',
      table: 'phone_transfers',
      orderBy: ['created_at', 'id'],
      row: z.strictObject({
        id: z.uuid(),
        albumId: z.uuid().nullable(),
        begun: z.iso.datetime(),
        openedOnPhone: z.iso.datetime().nullable(),
        ended: z.iso.datetime().nullable(),
        phones: z.int().describe('Phones that used the code'),
      }),
      from: {
        begun: 'created_at',
        openedOnPhone: 'opened_at',
        ended: 'ended_at',
        phones: sql`(select count(*)::int from jsonb_object_keys(phones))`,
      },
    }),
  ],
};
