import * as z from 'zod';
import { type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';

export const TABLES: Tables = {
  mail_events: { impersonal: 'which events of which service were recorded' },
  returned_mails: { customer: 'user_id' },
};

/** The address of a customer that mails came back from. */
export const RETURNED_DATA: DeclaredData = {
  area: 'returned-mails',
  files: [
    tableFile({
      name: 'returned-mails',
      table: 'returned_mails',
      orderBy: ['user_id'],
      row: z.strictObject({ email: z.string(), returned: z.iso.datetime() }),
      from: { returned: 'returned_at' },
    }),
  ],
};
