import { postalAddress } from '@keepsake/contracts/account/postal-address';
import * as z from 'zod';
import { type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';

export const TABLES: Tables = {
  customer_addresses: { customer: 'user_id' },
};

/** Saved addresses; copies in orders belong to the orders. */
export const ADDRESS_DATA: DeclaredData = {
  area: 'addresses',
  loses: { kind: 'addresses', rowsOf: 'customer_addresses' },
  files: [
    tableFile({
      name: 'addresses',
      table: 'customer_addresses',
      orderBy: ['changed_at', 'id'],
      row: z.object({
        address: postalAddress,
        isDeliveryDefault: z.boolean(),
        isInvoiceDefault: z.boolean(),
        changedAt: z.iso.datetime(),
      }),
    }),
  ],
};
