import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { type DeclaredData, dataFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';

export const TABLES: Tables = {
  storage_reminders: { customer: 'user_id' },
  storage_accounts: { customer: 'user_id' },
};

/** How long a customer's photos are kept, and the reminders of its end. */
export function personalStorage(db: Database): DeclaredData {
  return {
    area: 'retention',
    files: [accountFile(db), remindersFile(db)],
  };
}

const accountRow = z.strictObject({
  registered: z.iso.datetime(),
  lastOrder: z.iso.datetime().nullable(),
  state: z.enum(['kept', 'hidden', 'deleting']),
  projectedDeletionDate: z.iso.date(),
  delayedDeletionDate: z.iso.date().nullable().describe('A later day, so that reminders come in time'),
  graceEnds: z.iso.date().nullable().describe('The last day on which an order brings hidden photos back'),
});

function accountFile(db: Database) {
  return dataFile({
    name: 'storage',
    row: accountRow,
    async *read(customerId) {
      const rows = db.selectFrom('storage_accounts').selectAll().where('user_id', '=', customerId);
      for (const row of await rows.execute())
        yield {
          registered: row.registered_at.toISOString(),
          lastOrder: row.last_order_at?.toISOString() ?? null,
          state: row.state as z.infer<typeof accountRow>['state'],
          projectedDeletionDate: row.projected_deletion_date,
          delayedDeletionDate: row.delayed_deletion_date,
          graceEnds: row.grace_ends_on,
        };
    },
  });
}

function remindersFile(db: Database) {
  return dataFile({
    name: 'storage-reminders',
    row: z.strictObject({
      deletionDate: z.iso.date(),
      reminder: z.string(),
      sent: z.iso.datetime().nullable(),
    }),
    async *read(customerId) {
      const rows = db.selectFrom('storage_reminders').selectAll().where('user_id', '=', customerId);
      for (const { deletion_date, reminder, sent_at } of await rows.orderBy('queued_at').execute())
        yield { deletionDate: deletion_date, reminder, sent: sent_at?.toISOString() ?? null };
    },
  });
}
