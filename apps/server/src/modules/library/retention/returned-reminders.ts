import { addMonths } from '@keepsake/contracts/library/retention';
import { sql } from 'kysely';
import { Counter } from 'prom-client';
import type { Queryable } from '../../../platform/database/database.ts';
import { dayIn } from '../../../platform/wall-time.ts';
import type { ReturnedMail } from '../../account/returned-mails/index.ts';
import type { RetainingChannel } from './days.ts';
import type { Deps } from './deps.ts';
import type { ReminderKey } from './reminders.ts';
import type { AccountRow } from './store.ts';

/** For how many days after a warning a bounce of its address is taken for the warning's: mail servers try for up to five. */
const RETURN_DAYS = 7;

const counter = new Counter({
  name: 'keepsake_storage_warnings_returned_total',
  help: 'Storage warnings that came back, so that the end of storage moves',
});

/**
 * Records which storage warnings came back, and makes their accounts due: the next sweep decides what follows. Idempotent. The
 * accounts are locked first, as a sweep does.
 */
export async function markReturned(
  { log }: Pick<Deps, 'log'>,
  trx: Queryable,
  { customerIds, email, isPermanent, mailId, happenedAt }: ReturnedMail,
  now: Date,
): Promise<void> {
  if (customerIds.length === 0) return;
  const accounts = trx.updateTable('storage_accounts').set({ due_at: now });
  await accounts.where('user_id', 'in', [...customerIds]).execute();
  const returnedAt = happenedAt < now ? happenedAt : now;
  const { rows } = await sql<ReminderKey>`
    update storage_reminders set returned_at = greatest(queued_at, ${returnedAt}), returned_email = ${email}
    where user_id = any(${customerIds}::uuid[]) and (returned_at is null or returned_at < queued_at)
      and (mail_id = ${mailId}::uuid or (${isPermanent} and queued_at <= ${returnedAt}
        and queued_at + make_interval(days => ${RETURN_DAYS}::int) > ${returnedAt}))
    returning user_id as "customerId", deletion_date as "deletionDate", reminder`.execute(trx);
  counter.inc(rows.length);
  for (const warning of rows) log.info(warning, 'a storage warning came back: the end of storage may move');
}

/** Records that a customer saw the date in the account once it was near enough to be warned of. */
export async function noteSeen(
  db: Queryable,
  { timeZone }: RetainingChannel,
  row: AccountRow,
  now: Date,
): Promise<void> {
  const date = row.delayed_deletion_date ?? row.projected_deletion_date;
  const isNear = dayIn(timeZone, now) >= addMonths(date, -WARNED_MONTHS);
  if (row.state !== 'kept' || row.seen_date === date || !isNear) return;
  const seen = db.updateTable('storage_accounts').set({ seen_date: date, seen_at: now });
  await seen
    .where('user_id', '=', row.user_id)
    .where((eb) => eb('seen_date', 'is distinct from', date))
    .execute();
}

/** The first reminder comes this long before the end, and the status is no longer 'safe'. */
const WARNED_MONTHS = 3;
