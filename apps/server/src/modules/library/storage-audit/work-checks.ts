import { hasNoJob } from '../../../platform/jobs/pending-jobs.ts';
import type { Check } from './comparison.ts';

/** Work whose job was lost: housekeeping requests it again within minutes, so whatever is a day late is stuck. */
const late = (what: string, from: string, due: string): Check => ({
  what,
  query: `select format('%s of %s', id, user_id) as example from ${from} and ${due} < now() - interval '1 day'`,
});

const RUNNING = `status in ('REQUESTED', 'IN_PROGRESS')`;

const gap = (what: string, kind: string): Check => ({
  what,
  query: `select format('order %s of %s', order_code, user_id) as example from invoice_gaps
    where gap = '${kind}' and since < now() - interval '1 day'`,
});

/** Every kind of work that has a key, by the rows that it is for (ADR 77), and mails. */
export const WORK_CHECKS: Check[] = [
  gap('refunds without a credit note', 'refund'),
  gap('paid orders whose invoice is open', 'payment'),
  gap('orders whose payment was returned, with an invoice that says paid', 'returned'),
  late(
    'orders whose invoices have not been brought up to date for a day',
    '(select order_code as id, user_id, requested_at from invoice_requests) as requested where true',
    'requested_at',
  ),
  late(
    "orders whose invoice cannot be issued: 'keepsake invoices' says why",
    `(select order_code as id, user_id, tried_at from invoice_faults) as fault
      where not exists (select from invoice_supplies as supply
        join invoices as invoice on invoice.user_id = supply.customer_id and invoice.id = supply.invoice_id
        where supply.order_code = fault.id)`,
    'tried_at',
  ),
  {
    what: 'order events that name what their order does not have, and were not applied',
    query: `select format('event %s of order %s of %s', key.external_id, key.order_code, orders.user_id) as example
      from order_event_keys as key
      join order_requests as request on request.order_code = key.order_code
      join orders on orders.user_id = request.customer_id and orders.code = key.order_code
      where key.parked is not null and (key.channels is null or orders.channel = any(key.channels))`,
  },
  late(
    'photos without thumbnails whose job is missing',
    `photos where thumbnail_state = 'loading' and ${hasNoJob(`'thumbnails:' || photos.id`)}`,
    'created_at',
  ),
  {
    what: 'rows of earlier releases that could not be filled in',
    query: `select format('backfill %s: %s rows, such as %s', name, skipped, example) as example from backfills
      where skipped > 0`,
  },
  {
    what: 'backfills that have not gone on for a day',
    query: `select format('backfill %s, after %s rows', name, filled) as example from backfills
      where done_at is null and moved_at < now() - interval '1 day'`,
  },
  late(
    'deletions of libraries whose job is missing',
    `(select 'the library' as id, user_id, requested_at from photo_deletions
      where ${hasNoJob(`'delete-library:' || user_id`)}) as stopped where true`,
    'requested_at',
  ),
  late(
    'legacy imports whose job is missing',
    `(select 'the import' as id, user_id, started_at from library_imports
      where ended_at is null and ${hasNoJob(`'import-library:' || user_id`)}) as stopped where true`,
    'started_at',
  ),
  late('exports that are not ready', `photo_exports where ${RUNNING}`, 'created_at'),
  late(
    `archives of 'my data' that are not ready`,
    `my_data_archives where ${RUNNING}`,
    "created_at + interval '1 day'",
  ),
  late(
    'closed accounts whose erasure has not begun',
    'account_closings where erasing_at is null and closed_at is not null',
    'erase_at',
  ),
  late(
    'areas that have not been erased',
    '(select area as id, user_id, due_at from erasure_areas where done_at is null) as due where true',
    'due_at',
  ),
  late('VAT ids that have not been checked', 'vat_checks where true', 'next_at'),
  late('outgoing events that have not been tried', `outgoing_events where state = 'waiting'`, 'next_at'),
  late(
    'newsletters that were queued and not handed over for a week',
    `(select issue_id as id, user_id, changed_at from newsletter_deliveries where state = 'queued') as queued where true`,
    `changed_at + interval '6 days'`,
  ),
  {
    what: 'mails that were given up',
    query: `select format('job %s: %s', id, last_error) as example from dead_jobs
      where task_identifier in ('send-mail', 'send-sealed-mail')`,
  },
];
