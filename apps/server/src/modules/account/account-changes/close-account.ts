import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { lockAccount, markClosed } from '../accounts/index.ts';
import { endSessionsOf } from '../embedded-provider/index.ts';
import { deletePendingChange, findUndoEnd } from './email-change-store.ts';

/**
 * Closes an account to everybody: its sessions end everywhere, with their tokens and the sign-ins in progress. Throws
 * `email-change-undoable` while the previous owner of its address can still undo the change and must find the account intact.
 */
export async function closeAccount(trx: Queryable, id: CustomerId, now: Date): Promise<void> {
  const account = await lockAccount(trx, id);
  if (!account) return;
  if (await findUndoEnd(trx, id, now)) throw new Problem('email-change-undoable');
  await deletePendingChange(trx, id);
  await markClosed(trx, account, now);
  await endSessionsOf(trx, id);
}
