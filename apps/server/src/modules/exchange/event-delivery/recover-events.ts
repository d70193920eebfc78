import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Recovery } from '../../../platform/recovery/recovery.ts';
import type { Deps } from './deps.ts';
import type { QueuedEvent } from './store.ts';

/** Why an event was not sent; the list of events shows it. */
const ANSWER = 'held after a restore: it may have arrived before';

/**
 * After a restore: events that were waiting at the backup have most likely arrived since, so they are not sent by themselves.
 * Operators and customers may have them sent again, under the same id. A standby that took over goes on sending: what it lost
 * are seconds, and receivers recognise the id.
 */
export function eventRecovery({ db, clock }: Pick<Deps, 'db' | 'clock'>): Recovery {
  return {
    async plan({ epochs, until }) {
      if (epochs.status === 'recovered') return [];
      const waiting = await db
        .selectFrom('outgoing_events')
        .select(['id', 'type', 'service'])
        .where('state', '=', 'waiting')
        .where('created_at', '<=', until)
        .orderBy('created_at')
        .execute();
      if (waiting.length === 0) return [];
      const apply = async () => {
        const now = clock();
        await sql`update outgoing_events set state = 'failed', answer = ${ANSWER}, tried_at = ${now}, next_at = ${now}
          where state = 'waiting' and created_at <= ${until}`.execute(db);
      };
      const notified =
        'events that were waiting at the backup are not sent: outgoing-events --retry sends them';
      return [
        { notified, items: waiting.map(({ id, type, service }) => `${id}: ${type} for ${service}`), apply },
      ];
    },
  };
}

type Held = { customerId: CustomerId; events: readonly QueuedEvent[]; now: Date };

/** Lists events that the database has forgotten as if it had held them: operators may have them sent, under the same ids. */
export async function addFailedEvents(trx: Queryable, { customerId, events, now }: Held): Promise<void> {
  const details = { user_id: customerId, created_at: now, tried_at: now, next_at: now, answer: ANSWER };
  for (const event of events) {
    await trx
      .insertInto('outgoing_events')
      .values({ ...event, ...details, state: 'failed' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
