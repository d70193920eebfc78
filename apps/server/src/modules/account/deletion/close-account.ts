import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import { addJob, PATIENT_ATTEMPTS, removeJob } from '../../../platform/jobs/jobs.ts';
import { findChannel } from '../../frame/channels/index.ts';
import { findRecipient, setDeletedAt } from '../customers/index.ts';
import { recordClosed, recordReopened } from './account-journal.ts';
import { ACCOUNT_CLOSED_CHANNEL } from './closed-accounts.ts';
import type { Deps } from './deps.ts';
import { ERASE_ACCOUNT } from './erasure/store.ts';
import { endOfGrace, lastDayInWords } from './grace.ts';
import { mailOutcome } from './mails.ts';
import { endClosing, markClosed } from './store.ts';

/** The content of a link that deletes an account. */
export const requestedClosing = z.object({
  customerId: customerIdSchema,
  closingId: z.string(),
  channel: z.string().nullable(),
});
export type RequestedClosing = z.infer<typeof requestedClosing>;

/** Of the job that erases a closed account once its grace period is over. */
const eraseKeyOf = (customerId: CustomerId) => `${ERASE_ACCOUNT}:${customerId}`;

/**
 * Closes an account: sign-in is no longer possible, and it is erased unless its customer returns in time. Null if the request is
 * no longer pending. Throws `email-change-undoable`.
 */
export async function closeAccount(
  deps: Deps,
  trx: Queryable,
  requested: RequestedClosing,
  now: Date,
): Promise<Date | null> {
  const { customerId, closingId } = requested;
  const to = await findRecipient(trx, customerId);
  if (!to) return null;
  const eraseAt = await endOfGrace(trx, now, to.channel.timeZone);
  if (!(await markAccountClosed(deps, trx, { customerId, closingId, at: now, eraseAt }))) return null;
  const brand = findChannel(requested.channel ?? undefined) ?? to.channel;
  const date = lastDayInWords({ eraseAt, timeZone: to.channel.timeZone }, to.locale);
  await mailOutcome(deps, trx, { mail: 'closed', to, brand, date });
  await recordClosed(deps, trx, { customerId, at: now, eraseAt });
  return eraseAt;
}

type Closed = { customerId: CustomerId; closingId: string; at: Date; eraseAt: Date };

/** Closes an account whose deletion is requested, without a mail; false if it is no longer requested. */
export async function markAccountClosed(
  deps: Deps,
  trx: Queryable,
  { customerId, closingId, at, eraseAt }: Closed,
): Promise<boolean> {
  if (!(await markClosed(trx, { customerId, closingId }, { now: at, eraseAt }))) return false;
  await deps.accounts?.closeAccount(trx, customerId, at);
  await setDeletedAt(trx, customerId, at);
  await deps.onAccountClosed(trx, customerId, at);
  await addEraseJob(deps, trx, customerId, eraseAt);
  await notifyAll(deps, trx, customerId);
  return true;
}

async function addEraseJob(
  { machineClock, clock }: Pick<Deps, 'machineClock' | 'clock'>,
  trx: Queryable,
  customerId: CustomerId,
  at: Date,
): Promise<void> {
  const runAt = new Date(machineClock().getTime() + at.getTime() - clock().getTime());
  await addJob(
    trx,
    ERASE_ACCOUNT,
    { customerId },
    { key: eraseKeyOf(customerId), runAt, maxAttempts: PATIENT_ATTEMPTS },
  );
}

/** Schedules the erasure of a closed account, replacing the end of its grace period. */
export async function eraseAt(
  deps: Pick<Deps, 'machineClock' | 'clock' | 'journal'>,
  trx: Queryable,
  customerId: CustomerId,
  at: Date,
): Promise<void> {
  const closing = await trx
    .updateTable('account_closings')
    .set({ erase_at: at })
    .where('user_id', '=', customerId)
    .where('closed_at', 'is not', null)
    .where('erasing_at', 'is', null)
    .returning('closed_at')
    .executeTakeFirst();
  await addEraseJob(deps, trx, customerId, at);
  if (closing?.closed_at) await recordClosed(deps, trx, { customerId, at: closing.closed_at, eraseAt: at });
}

/** Reopens a closed account with everything in it; false if it is not closed, or erasure has begun. */
export async function keepAccount(deps: Deps, trx: Queryable, customerId: CustomerId): Promise<boolean> {
  if (!(await markAccountOpen(deps, trx, customerId))) return false;
  const to = await findRecipient(trx, customerId);
  if (to) await mailOutcome(deps, trx, { mail: 'kept', to, brand: to.channel });
  await recordReopened(deps, trx, customerId);
  return true;
}

/** Reopens a closed account without a mail; false if it is not closed, or erasure has begun. */
export async function markAccountOpen(
  deps: Pick<Deps, 'accounts' | 'personalData'>,
  trx: Queryable,
  customerId: CustomerId,
): Promise<boolean> {
  if (!(await endClosing(trx, customerId))) return false;
  await deps.accounts?.reopenAccount(trx, customerId);
  await setDeletedAt(trx, customerId, null);
  await removeJob(trx, eraseKeyOf(customerId));
  await notifyAll(deps, trx, customerId);
  return true;
}

/** Notifies all nodes, and the customers who see something of this one. */
async function notifyAll(
  { personalData }: Pick<Deps, 'personalData'>,
  trx: Queryable,
  customerId: CustomerId,
): Promise<void> {
  for (const stored of personalData()) await stored.notifyOthers?.(trx, customerId);
  await sql`select pg_notify(${ACCOUNT_CLOSED_CHANNEL}, ${customerId})`.execute(trx);
}
