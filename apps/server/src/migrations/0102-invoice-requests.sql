-- Orders whose invoices are to be brought up to date. A row stays until that was done: a job that was lost, or has failed for good, is
-- found by it.
create table invoice_requests (
  user_id uuid not null,
  order_code text not null,
  -- Raised by each request, so that one made while the job runs is not taken for done.
  requests integer not null default 1,
  requested_at timestamptz not null default now(),
  primary key (user_id, order_code)
);
create index invoice_requests_by_age on invoice_requests (requested_at);

-- What an order says and its invoices do not, unless the reason is recorded. Read by the nightly job and by the audit.
create view invoice_gaps as
with supplied as (
  select supply.customer_id as user_id, supply.order_code, invoice.state
  from invoice_supplies as supply join invoices as invoice
    on invoice.user_id = supply.customer_id and invoice.id = supply.invoice_id
  where supply.service is null and not exists (select from invoice_faults as fault
    where fault.user_id = supply.customer_id and fault.order_code = supply.order_code)
)
select user_id, order_code, 'refund' as gap, event.received_at as since
from supplied join order_events as event using (user_id, order_code)
where event.type = 'refunded' and (event.data ->> 'amount')::bigint > 0
  and not exists (select from invoices as note where note.user_id = supplied.user_id and note.id = event.id)
union all
select user_id, order_code, 'payment', payment.received_at
from supplied cross join lateral (
  select received_at, data ->> 'status' as status from order_events as event
  where event.user_id = supplied.user_id and event.order_code = supplied.order_code
    and type in ('payment', 'status') and data ->> 'status' like 'payment%'
  order by happened_at desc, id desc limit 1) as payment
where state = 'open' and payment.status in ('paymentSuccess', 'paymentFree');
