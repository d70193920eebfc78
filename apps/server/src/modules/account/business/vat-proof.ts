import type { Queryable } from '../../../platform/database/database.ts';

/** Whether the customer's firm was validated with this VAT id. */
export async function isVatIdProven(db: Queryable, userId: string, vatId: string): Promise<boolean> {
  const row = await db
    .selectFrom('business_accounts')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('vat_id', '=', vatId)
    .where('status', '=', 'validated')
    .executeTakeFirst();
  return row !== undefined;
}
