import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { queueMail } from '../../../platform/mail.ts';
import { push } from '../../../platform/push.ts';
import { findRecipient } from '../../frame/mails/index.ts';
import { composeTakenDown } from './mails.ts';
import { decideEntry, lockEntry } from './store.ts';

type DecideDeps = { db: Database; clock: Clock; publicUrl: string };
export type Decision = { state: 'shown' } | { state: 'taken-down'; reason: string };

/**
 * Records the operator's decision on an entry; its customer is notified once why it was taken down. `by` names who decides, for
 * the record.
 * @returns false if there is no such entry, or the decision is already in effect.
 */
export async function decide(
  { db, clock, publicUrl }: DecideDeps,
  id: string,
  decision: Decision,
  by: string,
): Promise<boolean> {
  const reason = decision.state === 'taken-down' ? decision.reason : null;
  return db.transaction().execute(async (trx) => {
    const entry = await lockEntry(trx, id);
    if (!entry || (entry.state === decision.state && entry.reason === reason)) return false;
    const now = clock();
    await decideEntry(trx, id, { state: decision.state, reason, by, now });
    const recipient = reason === null ? null : await findRecipient(trx, entry.customer_id);
    if (recipient && reason !== null)
      await queueMail(trx, composeTakenDown({ publicUrl, recipient, entry, reason }));
    await push(trx, entry.customer_id, { type: 'widgets-changed', data: {} }, now);
    return true;
  });
}
