import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '../../../platform/auth.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { push } from '../../../platform/push.ts';
import { isOpenBusinessSql } from '../customers/index.ts';
import type { ChangeParts } from './deps.ts';
import { statusOf } from './rules.ts';
import { type BusinessRow, type Status, updateBusiness } from './store.ts';
import { readVatState } from './vat-checks.ts';

/**
 * Whether an operator has blocked a business account: its customer can only read, and nothing is sent to others on its behalf.
 */
export async function isBlocked(db: Queryable, customerId: CustomerId): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select ${isBlockedSql(customerId)} as found`.execute(db);
  return rows[0]?.found === true;
}

const isBlockedSql = (customerId: CustomerId): RawBuilder<boolean> =>
  sql`exists (select from business_accounts where user_id = ${customerId}::uuid and status = 'blocked')`;

/** SQL telling whether a customer is an open, unblocked business, for use in a larger statement. */
export const isActiveBusinessSql = (customerId: CustomerId): RawBuilder<boolean> =>
  sql`(${isOpenBusinessSql(customerId)} and not ${isBlockedSql(customerId)})`;

/** Throws `account-blocked` for a business customer whose account is blocked. Consumers pass without a query. */
export async function requireNotBlocked(
  db: Queryable,
  { customerId, isBusiness }: Pick<Principal, 'customerId' | 'isBusiness'>,
): Promise<void> {
  if (isBusiness && (await isBlocked(db, customerId))) throw new Problem('account-blocked');
}

export type StatusChange = { row: BusinessRow; before: Status; after: Status };

/** Stores the account's status after any change of its firm, and has the customer's screens reload it. The row is locked. */
export async function storeStatus(
  { trx, clock }: Pick<ChangeParts, 'trx' | 'clock'>,
  row: BusinessRow,
): Promise<StatusChange> {
  const { user_id: customerId } = row;
  const before = row.status;
  const after = statusOf(row, await readVatState(trx, row));
  const now = clock();
  await push(trx, customerId, { type: 'account-changed', data: {} }, now);
  if (after === before) return { row, before, after };
  const waiting_since = after === 'new' ? now : null;
  return { row: await updateBusiness(trx, customerId, { status: after, waiting_since }), before, after };
}
