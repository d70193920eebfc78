import { addDays, addMonths, STORAGE_MONTHS } from '@keepsake/contracts/library/retention';
import type { Database } from '../platform/database/database.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';

/** Dates the registration of some customers long before the demo was made. Idempotent. */
export async function ageStorage(db: Database, madeAt: Date): Promise<void> {
  for (const { id, daysToDeletion } of DEMO_CUSTOMERS) {
    if (daysToDeletion === null) continue;
    const lastDay = addDays(madeAt.toISOString().slice(0, 10), daysToDeletion);
    // Noon UTC is the same day in the time zones of all channels.
    const registered_at = new Date(`${addMonths(lastDay, -STORAGE_MONTHS)}T12:00:00Z`);
    await db.transaction().execute(async (trx) => {
      const moved = await trx
        .updateTable('storage_accounts')
        .set({ registered_at, projected_deletion_date: lastDay, due_at: madeAt })
        .where('user_id', '=', id)
        .where('registered_at', '>', registered_at)
        .where('last_order_at', 'is', null)
        .returning('user_id')
        .executeTakeFirst();
      if (!moved) return;
      await trx.updateTable('customers').set({ registered_at }).where('user_id', '=', id).execute();
    });
  }
}
