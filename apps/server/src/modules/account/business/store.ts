import type { Selectable } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { BusinessAccounts } from '../../../platform/database/database-types.ts';

export type BusinessRow = Selectable<BusinessAccounts>;

/** What a business customer has said of the firm; undefined for one who has said nothing, and for consumers. */
export function findBusiness(db: Queryable, userId: string): Promise<BusinessRow | undefined> {
  return db.selectFrom('business_accounts').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export async function deleteBusiness(db: Queryable, userId: string): Promise<void> {
  await db.deleteFrom('business_accounts').where('user_id', '=', userId).execute();
}
