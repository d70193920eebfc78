import type { CustomerId } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { dataFile, type PersonalData } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import { deleteBusiness, findBusiness } from './store.ts';
import { anonymiseChecks, readChecks } from './vat-checks.ts';

export const TABLES: Tables = {
  business_accounts: { customer: 'user_id', erasedBy: 'module' },
  vat_checks: { customer: 'user_id', erasedBy: 'module' },
};

const firmRow = z.strictObject({
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
});

const checkRow = z.strictObject({
  vatId: z.string(),
  state: z.string(),
  askedAt: z.string(),
  answeredAt: z.string().nullable(),
  consultationNumber: z.string().nullable(),
  registeredName: z.string().nullable(),
  registeredAddress: z.string().nullable(),
});

/** What a customer entered about the account's firm. Proof that its VAT id was valid is kept, without the customer. */
export function businessData({ db }: { db: Database }): PersonalData {
  return {
    area: 'business',
    async countLosses(customerId) {
      return (await findBusiness(db, customerId)) ? [{ kind: 'firms', count: 1 }] : [];
    },
    async erase(customerId) {
      await db.transaction().execute(async (trx) => {
        await anonymiseChecks(trx, customerId);
        await deleteBusiness(trx, customerId);
      });
      return null;
    },
    files: [
      dataFile({ name: 'business', row: firmRow, read: (customerId) => readFirm(db, customerId) }),
      dataFile({ name: 'vat-checks', row: checkRow, read: (customerId) => readOwnChecks(db, customerId) }),
    ],
  };
}

const iso = (at: Date | null) => at?.toISOString() ?? null;

async function* readFirm(db: Database, customerId: CustomerId) {
  const row = await findBusiness(db, customerId);
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
    validatedAt: iso(row.validated_at),
    changedAt: row.changed_at.toISOString(),
  };
}

async function* readOwnChecks(db: Database, customerId: CustomerId) {
  for (const row of await readChecks(db, customerId))
    yield {
      vatId: row.vat_id,
      state: row.state,
      askedAt: row.asked_at.toISOString(),
      answeredAt: iso(row.answered_at),
      consultationNumber: row.consultation_number,
      registeredName: row.registered_name,
      registeredAddress: row.registered_address,
    };
}
