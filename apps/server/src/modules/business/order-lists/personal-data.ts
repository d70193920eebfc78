import type { CustomerId } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { type DeclaredData, dataFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';

export const TABLES: Tables = {
  order_lists: { customer: 'user_id' },
};

const orderListFile = z.object({
  name: z.string(),
  state: z.string(),
  receivedAt: z.iso.datetime(),
  orders: z.unknown(),
  faults: z.unknown(),
});

/** The outcome of the files by which a customer ordered; the files themselves belong to the FTP server. */
export function orderListData({ db }: { db: Database }): DeclaredData {
  const ofCustomer = (customerId: CustomerId) =>
    db.selectFrom('order_lists').selectAll().where('user_id', '=', customerId).orderBy('id');
  return {
    area: 'order-lists',
    files: [
      dataFile({
        name: 'order-lists',
        row: orderListFile,
        async *read(customerId) {
          for (const { name, state, received_at: receivedAt, orders, faults } of await ofCustomer(
            customerId,
          ).execute())
            yield { name, state, receivedAt: receivedAt.toISOString(), orders, faults };
        },
      }),
    ],
  };
}
