import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/database.ts';

export type Report = {
  accounts: number;
  hidden: number;
  beingDeleted: number;
  /** Hidden libraries whose grace ends within a week. */
  graceEndsSoon: number;
  /** Libraries with photos, not hidden, whose date is within a month. */
  endsSoon: number;
  /** Accounts whose date had to wait because the customer had not been warned. */
  delayed: number;
  /** Reminders that were written more than a day ago and have not left. */
  unsentReminders: number;
  /** Customers without an account: nothing of theirs is ever deleted. */
  withoutAccount: number;
  /** Accounts that should have been looked at more than two days ago: sweeps do not run, or fail. */
  overdue: number;
};

/** Where storage stands, for the operator. */
export async function readReport(db: Database, now: Date): Promise<Report> {
  const { rows } = await sql<Report>`select
      count(*) as accounts,
      count(*) filter (where state = 'hidden') as hidden,
      count(*) filter (where state = 'deleting') as "beingDeleted",
      count(*) filter (where state = 'hidden' and grace_ends_on <= ${now}::date + 7) as "graceEndsSoon",
      count(*) filter (where state = 'kept'
        and coalesce(delayed_deletion_date, projected_deletion_date) <= ${now}::date + interval '1 month'
        and exists (select from photo_month_counts as counts
          where counts.user_id = account.user_id and counts.photos > 0)) as "endsSoon",
      count(*) filter (where delays > 0) as delayed,
      count(*) filter (where due_at < ${now}::timestamptz - interval '2 days') as overdue,
      (select count(*) from storage_reminders
        where sent_at is null and queued_at < ${now}::timestamptz - interval '1 day') as "unsentReminders",
      (select count(*) from customers where deleted_at is null and not exists (
        select from storage_accounts as known where known.user_id = customers.user_id)) as "withoutAccount"
    from storage_accounts as account`.execute(db);
  return rows[0] as Report;
}
