import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import type { JournalKind } from '../../../platform/recovery/journal.ts';
import type { Deps } from './deps.ts';

const accountState = z.object({
  customerId: customerIdSchema,
  /** Null for an account that was reopened. */
  closed: z.object({ at: z.iso.datetime(), eraseAt: z.iso.datetime() }).nullable(),
});

/** Whether accounts are closed, and when they are erased. */
export const ACCOUNTS: JournalKind<z.infer<typeof accountState>> = {
  name: 'accounts',
  body: accountState,
  subjectOf: ({ customerId }) => customerId,
};

export type Closed = { customerId: CustomerId; at: Date; eraseAt: Date };

export function recordClosed(
  { journal }: Pick<Deps, 'journal'>,
  trx: Queryable,
  { customerId, at, eraseAt }: Closed,
): Promise<void> {
  const closed = { at: at.toISOString(), eraseAt: eraseAt.toISOString() };
  return journal.record(trx, ACCOUNTS, { customerId, closed });
}

export function recordReopened(
  { journal }: Pick<Deps, 'journal'>,
  trx: Queryable,
  customerId: CustomerId,
): Promise<void> {
  return journal.record(trx, ACCOUNTS, { customerId, closed: null });
}
