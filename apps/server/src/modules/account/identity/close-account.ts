import type { Queryable } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { deletePendingChange, findUndoEnd } from './email-change-store.ts';
import { endSessionsOf } from './provider/sessions.ts';
import { lockAccount, markClosed } from './store.ts';

/**
 * Lets nobody into an account any more: its sessions end everywhere, with their tokens and the sign-ins in progress. Throws
 * `email-change-undoable` while whoever had its address before can take it back, who is to find it as it was.
 */
export async function closeAccount(trx: Queryable, id: string, now: Date): Promise<void> {
  const account = await lockAccount(trx, id);
  if (!account) return;
  if (await findUndoEnd(trx, id, now)) throw new Problem('email-change-undoable');
  await deletePendingChange(trx, id);
  await markClosed(trx, account, now);
  await endSessionsOf(trx, id);
}
