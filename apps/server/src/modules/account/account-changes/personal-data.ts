import type { Database } from '../../../platform/database/database.ts';
import { eraseMails } from '../../../platform/mail-data.ts';
import type { Module } from '../../../platform/module.ts';
import type { DeclaredData } from '../../../platform/personal-data.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { deleteAccount } from '../accounts/index.ts';
import { findByEmail } from '../customers/index.ts';
import { endSessionsOf } from '../embedded-provider/index.ts';
import { SECURITY_FILES } from '../security/index.ts';
import { findChangedAddresses } from './email-change-store.ts';

type Parts = {
  db: Database;
  secrets: Secrets;
};

/** What is kept of accounts, whichever provider signs their customers in. */
export const createIdentityData = (parts: Parts): Module => ({
  tables: { email_changes: { deletedWith: 'accounts' } },
  personalData: identityData(parts),
});

/**
 * An account's sign-in data, including that of an account from before the retailer's provider kept them. It is erased at once:
 * whoever registers with the same address again is somebody else.
 */
function identityData(parts: Parts): DeclaredData {
  const { db } = parts;
  return {
    area: 'identity',
    async erase(customerId) {
      // No other area knows an address that was changed recently. It may be somebody else's by now.
      const changed = await findChangedAddresses(db, customerId);
      const owners = await findByEmail(db, changed, { withClosed: true });
      const own = changed.filter((email) => owners.get(email)?.every((id) => id === customerId) ?? true);
      await eraseMails(parts, own);
      await db.transaction().execute(async (trx) => {
        await endSessionsOf(trx, customerId);
        await deleteAccount(trx, customerId);
      });
      return null;
    },
    files: SECURITY_FILES,
  };
}
