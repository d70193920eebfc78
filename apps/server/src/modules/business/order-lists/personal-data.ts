import * as z from 'zod';
import { type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';

export const TABLES: Tables = {
  order_lists: { customer: 'user_id' },
};

/** The outcome of the files by which a customer ordered; the files themselves belong to the FTP server. */
export const ORDER_LIST_DATA: DeclaredData = {
  area: 'order-lists',
  files: [
    tableFile({
      name: 'order-lists',
      table: 'order_lists',
      orderBy: ['id'],
      row: z.object({
        name: z.string(),
        state: z.string(),
        receivedAt: z.iso.datetime(),
        orders: z.unknown(),
        faults: z.unknown(),
      }),
    }),
  ],
};
