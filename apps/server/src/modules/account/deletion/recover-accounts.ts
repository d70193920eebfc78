import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type Recovery, replaying } from '../../../platform/recovery/recovery.ts';
import { findCustomer } from '../customers/index.ts';
import { ACCOUNTS, type Closed } from './account-journal.ts';
import { markAccountClosed, markAccountOpen } from './close-account.ts';
import type { Deps } from './deps.ts';
import type { Erasure } from './erasure/index.ts';
import { findClosing, replacePending } from './store.ts';

/**
 * After a restore: accounts closed since the backup are closed again, with the end of grace that their customers were told, and
 * those reopened since are open. Nobody is mailed. A customer who registered since and left leaves a tombstone.
 */
export function accountRecoveries(
  deps: Deps,
  { isErased, leaveTombstone }: Pick<Erasure, 'isErased' | 'leaveTombstone'>,
): Recovery[] {
  return [
    replaying(deps.db, {
      notified: 'accounts are closed or reopened again, as their customers did',
      kind: ACCOUNTS,
      describe: ({ body: { customerId, closed } }) =>
        closed
          ? `${customerId}: closed ${closed.at}, to be erased ${closed.eraseAt}`
          : `${customerId}: reopened`,
      async isMissing(db, { body: { customerId, closed } }) {
        if (!(await findCustomer(db, customerId)))
          return closed !== null && !(await isErased(db, customerId));
        const closing = await findClosing(db, customerId);
        if (closing?.erasing_at) return false;
        const eraseAt = closing?.closed_at ? closing.erase_at : null;
        return eraseAt?.toISOString() !== closed?.eraseAt;
      },
      async replay(trx, { body: { customerId, closed } }) {
        if (!closed) await markAccountOpen(deps, trx, customerId);
        else if (!(await findCustomer(trx, customerId))) await leaveTombstone(trx, customerId);
        else
          await closeAgain(deps, trx, {
            customerId,
            at: new Date(closed.at),
            eraseAt: new Date(closed.eraseAt),
          });
      },
    }),
  ];
}

async function closeAgain(deps: Deps, trx: Queryable, { customerId, at, eraseAt }: Closed): Promise<void> {
  await markAccountOpen(deps, trx, customerId);
  const closingId = newId();
  const requested = { user_id: customerId, id: closingId, requested_at: at, sent_at: at };
  const closing = { ...requested, expires_at: new Date(at.getTime() + 1) };
  await replacePending(trx, closing, { now: deps.clock(), ms: 0 });
  await markAccountClosed(deps, trx, { customerId, closingId, at, eraseAt });
}
