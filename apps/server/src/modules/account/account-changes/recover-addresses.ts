import { type Recovery, replaying } from '../../../platform/recovery/recovery.ts';
import { findAccount, findAccountByEmail, lockAccount, updateEmail } from '../accounts/index.ts';
import type { Deps } from './deps.ts';
import { ADDRESSES, afterChange, hashOfRandomPassword } from './email-change-links.ts';
import { deletePendingChange } from './email-change-store.ts';

/**
 * After a restore: accounts get the addresses back that their owners confirmed since the backup, so that nothing goes to an address
 * that may be somebody else's by now. Nobody is mailed. An account that its owner took back has a password that nobody knows.
 */
export function addressRecovery(deps: Deps): Recovery {
  return replaying(deps.db, {
    notified: 'accounts get their changed addresses back',
    kind: ADDRESSES,
    describe: ({ body: { accountId, at } }) => `${accountId}: changed ${at}`,
    async isMissing(db, { body: { accountId, email, isTakenBack, at } }) {
      const account = await findAccount(db, accountId);
      if (!account) return false;
      if (isTakenBack && account.passwordChangedAt < new Date(at)) return true;
      return account.email !== email && !(await findAccountByEmail(db, email));
    },
    async replay(trx, { body: { accountId, email, isTakenBack } }) {
      const account = await lockAccount(trx, accountId);
      if (!account) return;
      const passwordHash = isTakenBack ? await hashOfRandomPassword(deps) : account.passwordHash;
      const changed = { ...account, email };
      await deletePendingChange(trx, accountId);
      await updateEmail(trx, changed, { passwordHash, now: deps.clock() });
      await afterChange(trx, deps, { before: account, account: changed });
    },
  });
}
