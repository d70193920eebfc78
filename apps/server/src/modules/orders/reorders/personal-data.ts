import * as z from 'zod';
import { asStored, type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';

export const TABLES: Tables = {
  reorders: { customer: 'user_id' },
};

const moment = z.iso.datetime({ offset: true });

/** The reorders kept of a customer: requests; the shop keeps the orders it made from them. */
export const REORDERS_DATA: DeclaredData = {
  area: 'reorders',
  files: [
    tableFile({
      name: 'reorders',
      table: 'reorders',
      orderBy: ['requested_at', 'id'],
      row: z.object({
        orderCode: z.string(),
        requestedAt: moment,
        currency: z.string(),
        /** The maximum that the customer agreed to pay. */
        total: z.int(),
        /** When it was given up because the shop could not be reached. */
        givenUpAt: moment.nullable(),
      }),
      from: { requestedAt: asStored('requested_at'), givenUpAt: asStored('void_at') },
    }),
  ],
};
