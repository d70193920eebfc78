import { sql } from 'kysely';
import { onlyRow, type Queryable } from '../../../platform/database/database.ts';
import { hasPhotosSql } from '../photos/index.ts';
import { ACCOUNTS_PER_BATCH, type DueCursor, readDueAccounts, START } from './due-accounts.ts';
import { planSteps } from './rules.ts';

export type Report = {
  accounts: number;
  hidden: number;
  beingDeleted: number;
  /** Hidden libraries whose grace ends within a week. */
  graceEndsSoon: number;
  /** Libraries with photos, not hidden, whose date is within a month. */
  endsSoon: number;
  /** Accounts whose date moved because the customer had not been warned. */
  delayed: number;
  /** Accounts whose date moved because warnings came back. */
  returned: number;
  /** Reminders queued more than a day ago and not sent. */
  unsentReminders: number;
  /** Customers without an account: none of their photos are ever deleted. */
  withoutAccount: number;
  /** Accounts due for more than two days: sweeps do not run, or fail. */
  overdue: number;
};

/** The state of all storage, for the operator. */
export async function readReport(db: Queryable, now: Date): Promise<Report> {
  const counted = await sql<Report>`select
      count(*) as accounts,
      count(*) filter (where state = 'hidden') as hidden,
      count(*) filter (where state = 'deleting') as "beingDeleted",
      count(*) filter (where state = 'hidden' and grace_ends_on <= ${now}::date + 7) as "graceEndsSoon",
      count(*) filter (where state = 'kept'
        and coalesce(delayed_deletion_date, projected_deletion_date) <= ${now}::date + interval '1 month'
        and ${hasPhotosSql(sql.ref('account.user_id'))}) as "endsSoon",
      count(*) filter (where delays > 0) as delayed,
      count(*) filter (where moved_from is not null) as returned,
      count(*) filter (where due_at < ${now}::timestamptz - interval '2 days') as overdue,
      (select count(*) from storage_reminders
        where sent_at is null and queued_at < ${now}::timestamptz - interval '1 day') as "unsentReminders",
      (select count(*) from customer_contacts as customer where deleted_at is null and not exists (
        select from storage_accounts as existing where existing.user_id = customer.user_id)) as "withoutAccount"
    from storage_accounts as account`.execute(db);
  return onlyRow(counted);
}

/** Customers named per kind of step. */
const EXAMPLES = 10;

/** One kind of step that a sweep would take, with some of the customers. */
export type DryStep = { what: string; count: number; examples: string[] };
export type DryRun = { accounts: number; steps: DryStep[] };

/** Plans what a sweep at that moment would do, without doing it. */
export async function dryRun(db: Queryable, now: Date): Promise<DryRun> {
  const steps = new Map<string, DryStep>();
  let accounts = 0;
  for (let after: DueCursor | null = START; after !== null; ) {
    const due = await readDueAccounts(db, { now, after, limit: ACCOUNTS_PER_BATCH });
    accounts += due.accounts.length;
    for (const { customerId, account, details, today } of due.accounts) {
      for (const step of planSteps(account, details, today).steps) {
        const what = step.do === 'remind' ? `remind, ${step.reminder}` : step.do;
        const existing = steps.get(what) ?? { what, count: 0, examples: [] };
        if (existing.examples.length < EXAMPLES) existing.examples.push(customerId);
        steps.set(what, { ...existing, count: existing.count + 1 });
      }
    }
    after = due.next;
  }
  return { accounts, steps: [...steps.values()].sort((a, b) => (a.what < b.what ? -1 : 1)) };
}
