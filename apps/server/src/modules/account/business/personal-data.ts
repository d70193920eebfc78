import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import { deleteBusiness } from './store.ts';
import { anonymiseChecks } from './vat-checks.ts';

export const TABLES: Tables = {
  business_accounts: { customer: 'user_id', erasedBy: 'module' },
  vat_checks: { customer: 'user_id', erasedBy: 'module' },
};

const FIRM = tableFile({
  name: 'business',
  table: 'business_accounts',
  orderBy: ['user_id'],
  row: z.strictObject({
    company: z.string().nullable(),
    registerNumber: z.string().nullable(),
    vatId: z.string().nullable(),
    isVatExempt: z.boolean(),
    invoiceEmail: z.string().nullable(),
    contacts: z.unknown(),
    status: z.string(),
    blockReason: z.string().nullable(),
    validatedAt: z.string().nullable(),
    changedAt: z.string(),
  }),
});

const CHECKS = tableFile({
  name: 'vat-checks',
  table: 'vat_checks',
  orderBy: ['asked_at', 'id'],
  row: z.strictObject({
    vatId: z.string(),
    state: z.string(),
    askedAt: z.string(),
    answeredAt: z.string().nullable(),
    consultationNumber: z.string().nullable(),
    registeredName: z.string().nullable(),
    registeredAddress: z.string().nullable(),
  }),
});

/** What a customer entered about the account's firm. Proof that its VAT id was valid is kept, without the customer. */
export function businessData({ db }: { db: Database }): DeclaredData {
  return {
    area: 'business',
    loses: { kind: 'firms', rowsOf: 'business_accounts' },
    async erase(customerId) {
      await db.transaction().execute(async (trx) => {
        await anonymiseChecks(trx, customerId);
        await deleteBusiness(trx, customerId);
      });
      return null;
    },
    files: [FIRM, CHECKS],
  };
}
