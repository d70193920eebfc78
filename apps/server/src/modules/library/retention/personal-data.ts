import * as z from 'zod';
import { type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';

export const TABLES: Tables = {
  storage_reminders: { customer: 'user_id' },
  storage_accounts: { customer: 'user_id' },
};

/** How long a customer's photos are kept, and the reminders of its end. */
export const STORAGE_DATA: DeclaredData = {
  area: 'retention',
  files: [
    tableFile({
      name: 'storage',
      table: 'storage_accounts',
      orderBy: ['user_id'],
      row: z.strictObject({
        registered: z.iso.datetime(),
        lastOrder: z.iso.datetime().nullable(),
        state: z.enum(['kept', 'hidden', 'deleting']),
        projectedDeletionDate: z.iso.date(),
        delayedDeletionDate: z.iso.date().nullable().describe('A later day, so that reminders come in time'),
        graceEnds: z.iso
          .date()
          .nullable()
          .describe('The last day on which an order brings hidden photos back'),
      }),
      from: { registered: 'registered_at', lastOrder: 'last_order_at', graceEnds: 'grace_ends_on' },
    }),
    tableFile({
      name: 'storage-reminders',
      table: 'storage_reminders',
      orderBy: ['queued_at', 'deletion_date', 'reminder'],
      row: z.strictObject({
        deletionDate: z.iso.date(),
        reminder: z.string(),
        sent: z.iso.datetime().nullable(),
        returned: z.iso.datetime().nullable().describe('When a mail of it last came back'),
      }),
      from: { sent: 'sent_at', returned: 'returned_at' },
    }),
  ],
};
