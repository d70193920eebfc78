import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Clock, DAY_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { DeclaredData } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import { CUSTOMER, EVENTS_RETENTION_MS } from './store.ts';

export const TABLES: Tables = {
  outgoing_events: { customer: 'user_id', erasedBy: 'module' },
};

type Parts = { db: Database; clock: Clock };

/** The events about a customer. Those not yet accepted, such as a withdrawal, are sent first. */
export function eventData({ db, clock }: Parts): DeclaredData {
  const ofCustomer = (customerId: CustomerId) =>
    db.deleteFrom('outgoing_events').where('user_id', '=', customerId);
  return {
    area: 'outgoing-events',
    async erase(customerId) {
      const now = clock();
      await ofCustomer(customerId)
        .where((eb) => eb.or([eb('state', 'in', ['sent', 'void']), eb('service', '=', CUSTOMER)]))
        .execute();
      await ofCustomer(customerId)
        .where('created_at', '<=', new Date(now.getTime() - EVENTS_RETENTION_MS))
        .execute();
      const left = await db
        .selectFrom('outgoing_events')
        .select('state')
        .where('user_id', '=', customerId)
        .orderBy('state', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!left) return null;
      return new Date(now.getTime() + (left.state === 'waiting' ? MINUTE_MS : DAY_MS));
    },
  };
}
