import { addMonths, STORAGE_MONTHS } from '@keepsake/contracts';
import type { Queryable } from '../../../../platform/database/database.ts';
import { defaultChannel, findChannel } from '../../../frame/channels/index.ts';
import { dayIn } from './day-in.ts';
import type { Day } from './storage-account.ts';

export type Registration = { userId: string; channel: string; registeredAt: Date };

/** Opens the storage account of a customer who registers, in that transaction; one who has an account keeps it [RET-02]. */
export async function beginStorage(
  trx: Queryable,
  { userId, channel, registeredAt }: Registration,
): Promise<void> {
  const { timeZone } = findChannel(channel) ?? defaultChannel;
  await trx
    .insertInto('storage_accounts')
    .values({
      user_id: userId,
      registered_at: registeredAt,
      projected_deletion_date: projectedDate(timeZone, registeredAt),
      due_at: registeredAt,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** The last day on which photos are kept for an order or a registration at an instant [RET-01, RET-02]. */
export function projectedDate(timeZone: string, since: Date): Day {
  return addMonths(dayIn(timeZone, since), STORAGE_MONTHS);
}
