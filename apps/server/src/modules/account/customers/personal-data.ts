import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import type { PersonalData } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import { findCustomer } from './store.ts';

export const TABLES: Tables = {
  customers: { customer: 'user_id', erasedBy: 'module' },
  customer_subjects: { customer: 'customer_id', erasedBy: 'module' },
  customer_contacts: { view: 'how customers are reached' },
};

const accountFile = z.object({
  customerId: customerIdSchema,
  email: z.string(),
  name: z.string(),
  birthday: z.iso.date().nullable(),
  phoneNumber: z.string().nullable(),
  mailLanguage: z.string().nullable(),
  channel: z.string(),
  isBusiness: z.boolean(),
  registeredAt: z.iso.datetime(),
});

/** A customer's own data. Every area reads the row while erasing, so the erasure itself deletes it at the end. */
export function customerData({ db }: { db: Database }): PersonalData {
  return {
    area: 'customers',
    erase: async () => null,
    files: [
      {
        name: 'account',
        row: accountFile,
        async *read(customerId) {
          const row = await findCustomer(db, customerId);
          if (!row) return;
          yield {
            customerId: row.user_id,
            email: row.email,
            name: row.name,
            birthday: row.birthday,
            phoneNumber: row.phone_number,
            mailLanguage: row.mail_locale,
            channel: row.channel,
            isBusiness: row.b2b_authentication_method !== null,
            registeredAt: row.registered_at.toISOString(),
          };
        },
      },
    ],
  };
}
