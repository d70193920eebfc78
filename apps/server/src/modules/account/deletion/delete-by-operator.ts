import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import { MINUTE_MS } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { addJob, PRIORITY, type Task } from '../../../platform/jobs/jobs.ts';
import { findCustomer } from '../customers/index.ts';
import { closeAccount, eraseAt } from './close-account.ts';
import type { Deps } from './deps.ts';
import { findClosing, replacePending } from './store.ts';

const DELETE = 'delete-customer';
const requested = z.object({ customerId: customerIdSchema, isAtOnce: z.boolean() });

/** The state found by a command that follows a deletion elsewhere. */
type Found = 'unknown' | 'being-erased' | 'closed' | 'open';

/**
 * Has a node delete a customer whose account was deleted at the retailer's own provider, after the grace period or at once.
 * Idempotent.
 * @returns the state found; a deletion is requested only for an open account, or for a closed one that must go at once.
 */
export async function requestDeletion(
  db: Database,
  { customerId, isAtOnce }: { customerId: CustomerId; isAtOnce: boolean },
): Promise<Found> {
  const found = await accountStateOf(db, customerId);
  if (found === 'open' || (found === 'closed' && isAtOnce)) {
    await addJob(db, DELETE, { customerId, isAtOnce }, { priority: PRIORITY.interactive });
  }
  return found;
}

async function accountStateOf(db: Queryable, customerId: CustomerId): Promise<Found> {
  const closing = await findClosing(db, customerId);
  if (closing?.erasing_at) return 'being-erased';
  if (closing?.closed_at) return 'closed';
  return (await findCustomer(db, customerId)) ? 'open' : 'unknown';
}

/** Closes the account as its customer would, without a confirmation mail. */
export function deleteCustomerTask(deps: Deps): Task {
  return {
    name: DELETE,
    waitsForReconcile: false,
    async handle(payload) {
      const { customerId, isAtOnce } = requested.parse(payload);
      const now = deps.clock();
      await deps.db.transaction().execute(async (trx) => {
        const found = await accountStateOf(trx, customerId);
        if (found === 'open') {
          const [id, expires_at] = [newId(), new Date(now.getTime() + MINUTE_MS)];
          const closing = { user_id: customerId, id, requested_at: now, sent_at: now, expires_at };
          await replacePending(trx, closing, { now, ms: 0 });
          await closeAccount(deps, trx, { customerId, closingId: id, channel: null }, now);
        }
        if (isAtOnce && (found === 'open' || found === 'closed')) await eraseAt(deps, trx, customerId, now);
      });
    },
  };
}
