import { sql } from 'kysely';
import * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import { addJob, keyedTask, removeJob } from '../../../platform/jobs/jobs.ts';
import { findChannel } from '../../frame/channels/index.ts';
import { findRecipient } from '../../frame/mails/index.ts';
import { setDeletedAt } from '../customers/index.ts';
import { recordClosed, recordReopened } from './account-journal.ts';
import { ACCOUNT_CLOSED_CHANNEL } from './closed-accounts.ts';
import type { Deps } from './deps.ts';
import { endOfGrace, lastDayInWords } from './grace.ts';
import { mailOutcome } from './mails.ts';
import { endClosing, markClosed } from './store.ts';

/** The content of a link that deletes an account. */
export const askedClosing = z.object({
  userId: z.string(),
  closingId: z.string(),
  channel: z.string().nullable(),
});
export type AskedClosing = z.infer<typeof askedClosing>;

/** The job that erases a closed account once its grace period is over. */
const ERASE = keyedTask('erase-account', { foundBy: 'check-erasures' });
const eraseKeyOf = (userId: string) => `${ERASE}:${userId}`;

/**
 * Closes an account: sign-in is no longer possible, and it is erased unless its customer returns in time. Null if the request is
 * no longer pending. Throws `email-change-undoable`.
 */
export async function closeAccount(
  deps: Deps,
  trx: Queryable,
  asked: AskedClosing,
  now: Date,
): Promise<Date | null> {
  const { userId, closingId } = asked;
  const to = await findRecipient(trx, userId);
  if (!to) return null;
  const eraseAt = await endOfGrace(trx, now, to.channel.timeZone);
  if (!(await markAccountClosed(deps, trx, { userId, closingId, at: now, eraseAt }))) return null;
  const brand = findChannel(asked.channel ?? undefined) ?? to.channel;
  const date = lastDayInWords({ eraseAt, timeZone: to.channel.timeZone }, to.locale);
  await mailOutcome(deps, trx, { mail: 'closed', to, brand, date });
  await recordClosed(deps, trx, { userId, at: now, eraseAt });
  return eraseAt;
}

type Closed = { userId: string; closingId: string; at: Date; eraseAt: Date };

/** Closes an account whose deletion is requested, without a mail; false if it is no longer requested. */
export async function markAccountClosed(
  deps: Deps,
  trx: Queryable,
  { userId, closingId, at, eraseAt }: Closed,
): Promise<boolean> {
  if (!(await markClosed(trx, { userId, closingId }, { now: at, eraseAt }))) return false;
  await deps.accounts?.closeAccount(trx, userId, at);
  await setDeletedAt(trx, userId, at);
  await deps.onAccountClosed(trx, userId, at);
  await addEraseJob(deps, trx, userId, eraseAt);
  await notifyAll(deps, trx, userId);
  return true;
}

async function addEraseJob(
  { machineClock, clock }: Pick<Deps, 'machineClock' | 'clock'>,
  trx: Queryable,
  userId: string,
  at: Date,
): Promise<void> {
  const runAt = new Date(machineClock().getTime() + at.getTime() - clock().getTime());
  await addJob(trx, ERASE, { userId }, { key: eraseKeyOf(userId), runAt, maxAttempts: 25 });
}

/** Schedules the erasure of a closed account, replacing the end of its grace period. */
export async function eraseAt(
  deps: Pick<Deps, 'machineClock' | 'clock' | 'journal'>,
  trx: Queryable,
  userId: string,
  at: Date,
): Promise<void> {
  const closing = await trx
    .updateTable('account_closings')
    .set({ erase_at: at })
    .where('user_id', '=', userId)
    .where('closed_at', 'is not', null)
    .where('erasing_at', 'is', null)
    .returning('closed_at')
    .executeTakeFirst();
  await addEraseJob(deps, trx, userId, at);
  if (closing?.closed_at) await recordClosed(deps, trx, { userId, at: closing.closed_at, eraseAt: at });
}

/** Reopens a closed account with everything in it; false if it is not closed, or erasure has begun. */
export async function keepAccount(deps: Deps, trx: Queryable, userId: string): Promise<boolean> {
  if (!(await markAccountOpen(deps, trx, userId))) return false;
  const to = await findRecipient(trx, userId);
  if (to) await mailOutcome(deps, trx, { mail: 'kept', to, brand: to.channel });
  await recordReopened(deps, trx, userId);
  return true;
}

/** Reopens a closed account without a mail; false if it is not closed, or erasure has begun. */
export async function markAccountOpen(deps: Deps, trx: Queryable, userId: string): Promise<boolean> {
  if (!(await endClosing(trx, userId))) return false;
  await deps.accounts?.reopenAccount(trx, userId);
  await setDeletedAt(trx, userId, null);
  await removeJob(trx, eraseKeyOf(userId));
  await notifyAll(deps, trx, userId);
  return true;
}

/** Notifies all nodes, and the customers who see something of this one. */
async function notifyAll({ personalData }: Deps, trx: Queryable, userId: string): Promise<void> {
  for (const kept of personalData()) await kept.notifyOthers?.(trx, userId);
  await sql`select pg_notify(${ACCOUNT_CLOSED_CHANNEL}, ${userId})`.execute(trx);
}
