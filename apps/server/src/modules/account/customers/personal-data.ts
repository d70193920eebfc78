import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import { type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';

export const TABLES: Tables = {
  customers: { customer: 'user_id', erasedBy: 'module' },
  customer_subjects: { customer: 'customer_id', erasedBy: 'module' },
  customer_contacts: { view: 'how customers are reached' },
};

/** A customer's own data. Every area reads the row while erasing, so the erasure itself deletes it at the end. */
export const CUSTOMER_DATA: DeclaredData = {
  area: 'customers',
  files: [
    tableFile({
      name: 'account',
      table: 'customers',
      orderBy: ['user_id'],
      row: z.object({
        customerId: customerIdSchema,
        email: z.string(),
        name: z.string(),
        birthday: z.iso.date().nullable(),
        phoneNumber: z.string().nullable(),
        mailLanguage: z.string().nullable(),
        channel: z.string(),
        isBusiness: z.boolean(),
        registeredAt: z.iso.datetime(),
      }),
      from: {
        customerId: 'user_id',
        mailLanguage: 'mail_locale',
        isBusiness: sql`b2b_authentication_method is not null`,
      },
    }),
  ],
};
