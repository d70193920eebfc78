import { push } from '../../../platform/push.ts';
import type { ChangeParts } from './deps.ts';
import { statusOf } from './rules.ts';
import { type BusinessRow, type Status, updateBusiness } from './store.ts';
import { readVatState } from './vat-checks.ts';

export type Settled = { row: BusinessRow; before: Status; after: Status };

/** Stores the account's status after any change of its firm, and has the customer's screens reload it. The row is locked. */
export async function settle(
  { trx, clock }: Pick<ChangeParts, 'trx' | 'clock'>,
  row: BusinessRow,
): Promise<Settled> {
  const { user_id: userId } = row;
  const before = row.status as Status;
  const after = statusOf(row, await readVatState(trx, row));
  const now = clock();
  await push(trx, userId, { type: 'account-changed', data: {} }, now);
  if (after === before) return { row, before, after };
  const waiting_since = after === 'new' ? now : null;
  return { row: await updateBusiness(trx, userId, { status: after, waiting_since }), before, after };
}
