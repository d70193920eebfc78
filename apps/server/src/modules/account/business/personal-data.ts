import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import type { PersonalData } from '../../../platform/personal-data.ts';
import { deleteBusiness, findBusiness } from './store.ts';

const contact = z.object({ name: z.string(), email: z.string(), phoneNumber: z.string().nullable() });

const businessFile = z.object({
  company: z.string().nullable(),
  registerNumber: z.string().nullable(),
  vatId: z.string().nullable(),
  isVatExempt: z.boolean(),
  invoiceEmail: z.string().nullable(),
  contacts: z.array(contact),
  status: z.string(),
  blockReason: z.string().nullable(),
  changedAt: z.iso.datetime(),
});

/** What a customer said of the firm that the account is for. */
export function businessData({ db }: { db: Database }): PersonalData {
  return {
    area: 'business',
    tables: ['business_accounts'],
    async erase(userId) {
      await deleteBusiness(db, userId);
      return null;
    },
    files: [
      {
        name: 'business',
        row: businessFile,
        async *read(userId) {
          const row = await findBusiness(db, userId);
          if (!row) return;
          yield {
            company: row.company,
            registerNumber: row.register_number,
            vatId: row.vat_id,
            isVatExempt: row.is_vat_exempt,
            invoiceEmail: row.invoice_email,
            contacts: row.contacts,
            status: row.status,
            blockReason: row.block_reason,
            changedAt: row.changed_at.toISOString(),
          };
        },
      },
    ],
  };
}
