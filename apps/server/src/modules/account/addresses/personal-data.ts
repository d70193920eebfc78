import { postalAddress } from '@keepsake/contracts/account/postal-address';
import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import type { DeclaredData } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import { readAddresses } from './store.ts';

export const TABLES: Tables = {
  customer_addresses: { customer: 'user_id' },
};

const addressFile = z.object({
  address: postalAddress,
  isDeliveryDefault: z.boolean(),
  isInvoiceDefault: z.boolean(),
  changedAt: z.iso.datetime(),
});

/** Saved addresses; copies in orders belong to the orders. */
export function addressData({ db }: { db: Database }): DeclaredData {
  return {
    area: 'addresses',
    async countLosses(customerId) {
      const { length: count } = await readAddresses(db, customerId);
      return count > 0 ? [{ kind: 'addresses', count }] : [];
    },
    files: [
      {
        name: 'addresses',
        row: addressFile,
        async *read(customerId) {
          const rows = await readAddresses(db, customerId);
          for (const row of rows.toSorted((one, other) => Number(one.changed_at) - Number(other.changed_at)))
            yield {
              address: row.address,
              isDeliveryDefault: row.is_delivery_default,
              isInvoiceDefault: row.is_invoice_default,
              changedAt: row.changed_at.toISOString(),
            };
        },
      },
    ],
  };
}
