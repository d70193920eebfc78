import { addDays, addMonths, STORAGE_MONTHS } from '@keepsake/contracts/library/retention';
import { setRegisteredAt } from '../modules/account/customers/index.ts';
import { ageAccount } from '../modules/library/retention/index.ts';
import type { Database } from '../platform/database/database.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';

/** Dates the registration of some customers long before the demo was made. Idempotent. */
export async function ageStorage(db: Database, madeAt: Date): Promise<void> {
  for (const { id, daysToDeletion } of DEMO_CUSTOMERS) {
    if (daysToDeletion === null) continue;
    const lastDay = addDays(madeAt.toISOString().slice(0, 10), daysToDeletion);
    // Noon UTC is the same day in the time zones of all channels.
    const registeredAt = new Date(`${addMonths(lastDay, -STORAGE_MONTHS)}T12:00:00Z`);
    await db.transaction().execute(async (trx) => {
      const aged = { registeredAt, projectedDeletionDate: lastDay, now: madeAt };
      if (await ageAccount(trx, id, aged)) await setRegisteredAt(trx, id, registeredAt);
    });
  }
}
