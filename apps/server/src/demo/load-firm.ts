import type { Database } from '../platform/database/database.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';

const [, , STUDIO] = DEMO_CUSTOMERS;
/** Nobody's: it is written as VAT ids are, and given to no firm. */
const VAT_ID = 'GB999999973';

/** The firm of the demo's business customer, which an operator has approved. */
export async function loadFirm(db: Database, now: Date): Promise<void> {
  const contact = { name: 'Robin Marlow', email: STUDIO.email, phoneNumber: null };
  await db
    .insertInto('business_accounts')
    .values({
      user_id: STUDIO.id,
      status: 'validated',
      company: 'Studio Marlow Ltd',
      register_number: '00000042',
      vat_id: VAT_ID,
      invoice_email: 'invoices.marlow@example.com',
      contacts: JSON.stringify([contact]),
      changed_at: now,
      validated_for: `vat ${VAT_ID}`,
      validated_at: now,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}
