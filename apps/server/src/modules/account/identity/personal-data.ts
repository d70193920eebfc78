import type { Database } from '../../../platform/database/database.ts';
import type { PersonalData } from '../../../platform/personal-data.ts';
import { endSessionsOf } from './provider/sessions.ts';

/**
 * What an account signs in with, also one from before a provider of the retailer kept the accounts. It goes at once: whoever comes
 * anew can register with the same address, and is somebody else.
 */
export function identityData({ db }: { db: Database }): PersonalData {
  return {
    area: 'identity',
    tables: ['accounts', 'account_events', 'account_sessions', 'email_changes', 'oidc_payloads'],
    async erase(userId) {
      await db.transaction().execute(async (trx) => {
        await endSessionsOf(trx, userId);
        // Changes of the address, links, what happened to it and what is noted of sessions go with it.
        await trx.deleteFrom('accounts').where('id', '=', userId).execute();
      });
      return null;
    },
  };
}
