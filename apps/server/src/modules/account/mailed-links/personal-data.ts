import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { folded } from '../../../platform/mail-address.ts';
import type { DeclaredData } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';

export const TABLES: Tables = {
  identity_tokens: { erasedBy: 'module' },
};

/** Links mailed to a customer, for any purpose. */
export function linkData({ db }: { db: Database }): DeclaredData {
  return {
    area: 'mailed-links',
    async erase(customerId, { emails }) {
      await db
        .deleteFrom('identity_tokens')
        .where((eb) =>
          eb.or([
            eb('account_id', '=', customerId),
            eb(sql`payload ->> 'userId'`, '=', customerId),
            ...emails.map((email) => eb(folded(eb.ref('email')), '=', folded(email))),
          ]),
        )
        .execute();
      return null;
    },
  };
}
