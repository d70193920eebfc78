import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Module } from '../../../platform/module.ts';
import { Problem } from '../../../platform/problem.ts';
import { lockAccount, markClosed } from '../accounts/index.ts';
import { endSessionsOf } from '../embedded-provider/index.ts';
import type { Deps } from './deps.ts';
import { deletePendingChange, findPendingChange, findUndoEnd } from './email-change-store.ts';
import { emailChangeRoutes } from './email-changes.ts';
import { addressRecovery } from './recover-addresses.ts';

export { createIdentityData } from './personal-data.ts';
export { removeSecondFactorByOperator } from './remove-second-factor.ts';

export type AccountChanges = Module & {
  closeAccount: typeof closeAccount;
  /** Whether a change of the account's address awaits confirmation. */
  isPending(accountId: CustomerId): Promise<boolean>;
  /** Until when the last change of the account's address can be undone; null if there is none. */
  findUndoEnd(accountId: CustomerId): Promise<Date | null>;
};

/** What happens to a whole account: it changes its address, takes it back, is closed, or is erased. */
export function createAccountChanges(deps: Deps): AccountChanges {
  const { db, clock } = deps;
  return {
    closeAccount,
    isPending: async (accountId) => (await findPendingChange(db, accountId, clock())) !== null,
    findUndoEnd: (accountId) => findUndoEnd(db, accountId, clock()),
    routes: emailChangeRoutes(deps),
    expires: [{ table: 'email_changes', column: 'expires_at', isHourly: true }],
    recoveries: [addressRecovery(deps)],
  };
}

/**
 * Closes an account to everybody: its sessions end everywhere, with their tokens and the sign-ins in progress. Throws
 * `email-change-undoable` while the previous owner of its address can still undo the change and must find the account intact.
 */
async function closeAccount(trx: Queryable, id: CustomerId, now: Date): Promise<void> {
  const account = await lockAccount(trx, id);
  if (!account) return;
  if (await findUndoEnd(trx, id, now)) throw new Problem('email-change-undoable');
  await deletePendingChange(trx, id);
  await markClosed(trx, account, now);
  await endSessionsOf(trx, id);
}
